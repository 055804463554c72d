# syntax=docker/dockerfile:1
# Stationmaster in a container: see "In a container" in docs/operating.md, which says how to renew the digest.

FROM python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea AS build
WORKDIR /source
RUN python -m venv /venv
COPY requirements-host.lock ./
RUN /venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: --requirement requirements-host.lock
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY render render
COPY bot bot
RUN /venv/bin/pip install --no-cache-dir --no-index --no-build-isolation --no-deps .

FROM python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea
RUN useradd --system --uid 10001 --home-dir /data stationmaster && install -d -o stationmaster -m 700 /data
COPY --from=build /venv /venv
USER stationmaster
# The database, and an optional .env, are in this folder; nothing else is written.
WORKDIR /data
VOLUME /data
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    MONITOR_HOST=0.0.0.0 MONITOR_PORT=9108 LOG_FORMAT=json
# 8910: the local page. 8920: the board in Telegram and Discord. 8443: Telegram's webhook. 9108: the monitor.
EXPOSE 8910 8920 8443 9108
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s --retries=3 CMD ["python", "-I", "-c", \
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9108/health', timeout=8)"]
ENTRYPOINT ["stationmaster"]
CMD ["run"]
