"""What is counted while the program runs, for Prometheus: docs/operating.md lists it.

Labels are names of platforms and kinds, never of chats, games or people.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

REGISTRY = CollectorRegistry()
"""All that is counted in this process."""

ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)

REQUESTS = Counter(
    "stationmaster_requests",
    "Commands, clicks and typed lines of people.",
    ("platform", "outcome"),
    registry=REGISTRY,
)
"""`outcome` is `admitted`, or `refused`: too fast, or not allowed by the operator."""

ACTIONS = Counter(
    "stationmaster_actions",
    "Moves of people, and what else they changed in a game.",
    registry=REGISTRY,
)

STORE_ERRORS = Counter(
    "stationmaster_store_errors",
    "Requests that were not answered as the database could not be read or written.",
    registry=REGISTRY,
)

ANSWER_SECONDS = Histogram(
    "stationmaster_answer_seconds",
    "From a request to its answer, without sending it.",
    ("platform",),
    buckets=_SECONDS,
    registry=REGISTRY,
)

OLDEST_REQUEST_SECONDS = Gauge(
    "stationmaster_oldest_request_seconds",
    "How long the oldest request that is not answered yet has waited and been worked on.",
    registry=REGISTRY,
)

POST_SECONDS = Histogram(
    "stationmaster_post_seconds",
    "From the last event in a public post until the platform has the post.",
    ("platform",),
    buckets=_SECONDS,
    registry=REGISTRY,
)

SEND_ERRORS = Counter(
    "stationmaster_send_errors",
    "Messages that a platform did not take, or did not confirm. They are tried again.",
    ("platform",),
    registry=REGISTRY,
)

RATE_LIMITS = Counter(
    "stationmaster_rate_limits",
    "Calls that a platform answered with 429, too many requests.",
    ("platform",),
    registry=REGISTRY,
)

DATABASE_ANSWERS = Gauge(
    "stationmaster_database_answers",
    "1 while the database can be read, else 0: then all that is counted in it is as it last was.",
    registry=REGISTRY,
)

GAMES = Gauge("stationmaster_games", "Games by state.", ("state",), registry=REGISTRY)

POSTS_WAITING = Gauge(
    "stationmaster_posts_waiting", "Posts that were begun and are not certain yet.", registry=REGISTRY
)

OLDEST_POST_SECONDS = Gauge(
    "stationmaster_oldest_post_seconds", "How long the oldest of them has waited.", registry=REGISTRY
)

TURNS_NOT_NOTIFIED = Gauge(
    "stationmaster_turns_not_notified",
    "Players who have to act and got neither a mention in a chat nor a private message. Should be 0.",
    registry=REGISTRY,
)

OLDEST_DEADLINE_SECONDS = Gauge(
    "stationmaster_oldest_deadline_seconds",
    "How long the oldest deadline that is not met is overdue.",
    registry=REGISTRY,
)

CONNECTED = Gauge(
    "stationmaster_connected", "1 while a platform can be reached, else 0.", ("platform",), registry=REGISTRY
)

HEARTBEAT = Gauge(
    "stationmaster_heartbeat_timestamp_seconds", "When the deadlines were last looked at.", registry=REGISTRY
)

LEASES = Gauge(
    "stationmaster_leases",
    "Parts of the work that only one process may do and this one does. 0 while one process does everything.",
    registry=REGISTRY,
)


def exposition() -> bytes:
    """All of it as Prometheus reads it."""
    return generate_latest(REGISTRY)
