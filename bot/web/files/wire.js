// The WebSocket. It comes back by itself, a little later each time, and asks nothing of the rest of the page.

const UNKNOWN = 4401; // with this code the program closes the socket of somebody whom it does not know
const FIRST_DELAY = 400, LONGEST_DELAY = 8000, QUIET = 1200;

/**
 * Stay connected. `greet` is called on each new connection, `hear` with everything that arrives, and
 * `lost` with whether we have been out for longer than a blink. `refused` is called instead of coming back
 * where the program does not know us.
 */
export function connect({ greet, hear, lost, refused = () => {} }) {
  let socket, delay = FIRST_DELAY, retry, blink;

  function open() {
    clearTimeout(retry);
    socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/chat`);
    socket.onopen = greet;
    socket.onmessage = ({ data }) => {
      delay = FIRST_DELAY;
      clearTimeout(blink);
      blink = undefined;
      lost(false);
      hear(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (code === UNKNOWN) return refused();
      blink ??= setTimeout(() => lost(true), QUIET);
      retry = setTimeout(open, delay * (0.75 + Math.random() / 2));
      delay = Math.min(delay * 2, LONGEST_DELAY);
    };
  }

  /** A person who comes back to the page does not wait. */
  function hurry() {
    if (document.visibilityState === "visible" && socket.readyState === WebSocket.CLOSED) open();
  }

  document.addEventListener("visibilitychange", hurry);
  addEventListener("online", hurry);
  open();

  return {
    open,
    /** Ask for something; false when we are out, and nothing was sent. */
    send(asked) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(asked));
      return true;
    },
  };
}
