// The WebSocket. It comes back by itself, a little later each time, and asks nothing of the rest of the page.

const UNKNOWN = 4401; // the program closes the socket of an unknown person with this code
const OUTDATED = 4409; // and with this one the socket of a page of another version
const FIRST_DELAY = 400, LONGEST_DELAY = 8000, QUIET = 1200;

/**
 * Stay connected. `greet` is called on each new connection, `hear` with everything that arrives, and
 * `lost` with whether we have been offline for longer than a moment. `refused` is called instead of reconnecting
 * where the program does not know us. `started` is what start.js has begun: `greet(true)` says that it greeted.
 */
export function connect({ greet, hear, lost, refused = () => {}, started = null }) {
  const address = started?.address ?? `${location.protocol.replace("http", "ws")}//${location.host}/chat`;
  let socket, delay = FIRST_DELAY, retry, blink;
  let early = []; // what was asked for before the first connection was there

  function open() {
    clearTimeout(retry);
    keep(new WebSocket(address));
  }

  function keep(opened) {
    socket = opened;
    socket.onopen = () => greeted();
    socket.onmessage = ({ data }) => {
      delay = FIRST_DELAY;
      clearTimeout(blink);
      blink = undefined;
      lost(false);
      hear(JSON.parse(data));
    };
    socket.onclose = ({ code }) => closed(code);
  }

  function greeted(already = false) {
    greet(already);
    early.splice(0).forEach(send);
  }

  function send(asked) {
    if (started && socket === started.socket && socket.readyState === WebSocket.CONNECTING) return Boolean(early.push(asked));
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(asked));
    return true;
  }

  function closed(code) {
    early = [];
    if (code === UNKNOWN) return refused();
    if (code === OUTDATED) return reload();
    blink ??= setTimeout(() => lost(true), QUIET);
    retry = setTimeout(open, delay * (0.75 + Math.random() / 2));
    delay = Math.min(delay * 2, LONGEST_DELAY);
  }

  /** Load the newer page. If a reload brought this version again, go on with it (start.js). */
  function reload() {
    sessionStorage.reloaded = started.version;
    location.reload();
  }

  /** Take over the socket that start.js has opened, and what it has received. */
  function takeOver() {
    keep(started.socket);
    if (socket.readyState === WebSocket.CONNECTING) return;
    if (socket.readyState === WebSocket.OPEN) greeted(started.greeted);
    for (const data of started.heard) socket.onmessage({ data });
    if (started.closed) closed(started.closed);
  }

  /** Reconnect at once when the person comes back to the page. */
  function hurry() {
    if (document.visibilityState === "visible" && socket?.readyState === WebSocket.CLOSED) open();
  }

  document.addEventListener("visibilitychange", hurry);
  addEventListener("online", hurry);
  if (started) queueMicrotask(takeOver); // who has called this has to hear of it first
  else open();

  return {
    open,
    /** Send a request; false when offline, then nothing is sent. Before the first connection it waits for that. */
    send,
  };
}
