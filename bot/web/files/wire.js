// The WebSocket. It comes back by itself, a little later each time, and asks nothing of the rest of the page.

const UNKNOWN = 4401; // the program closes the socket of an unknown person with this code
const OUTDATED = 4409; // and with this one the socket of a page of another version
const FIRST_DELAY = 400, LONGEST_DELAY = 8000, QUIET = 1200;

/**
 * Stay connected. `greet` is called on each new connection, `hear` with everything that arrives, and
 * `lost` with whether we have been out for longer than a blink. `refused` is called instead of coming back
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

  /** There is a newer page. Where that is this one again, it goes on as it is (start.js). */
  function reload() {
    sessionStorage.reloaded = started.version;
    location.reload();
  }

  /** Take over what start.js has opened, with all that was heard meanwhile. */
  function takeOver() {
    keep(started.socket);
    if (socket.readyState === WebSocket.CONNECTING) return;
    if (socket.readyState === WebSocket.OPEN) greeted(started.greeted);
    for (const data of started.heard) socket.onmessage({ data });
    if (started.closed) closed(started.closed);
  }

  /** A person who comes back to the page does not wait. */
  function hurry() {
    if (document.visibilityState === "visible" && socket?.readyState === WebSocket.CLOSED) open();
  }

  document.addEventListener("visibilitychange", hurry);
  addEventListener("online", hurry);
  if (started) queueMicrotask(takeOver); // who has called this has to hear of it first
  else open();

  return {
    open,
    /** Ask for something; false when we are out, and nothing was sent. At first it is sent once we are connected. */
    send,
  };
}
