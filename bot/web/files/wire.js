// The WebSocket. It comes back by itself, a little later each time, and asks nothing of the rest of the page.

const UNKNOWN = 4401; // the program closes the socket of an unknown person with this code
const OUTDATED = 4409; // and with this one the socket of a page of another version
const FIRST_DELAY = 400, LONGEST_DELAY = 8000, BLINK = 1200;
const SILENCE = 20000; // milliseconds without a word after which the page asks whether the connection still works
const DOUBT = 1500; // milliseconds after which the page says that it has no answer
const DEADLINE = 5000, LONGEST_DEADLINE = 40000; // milliseconds for an answer; more after each that was missed, since the way may be slow

/**
 * Stay connected. `greet` is called on each new connection, `hear` with everything that arrives, and `lost` with
 * "reconnecting", "checking" (the connection may be broken) or "". `refused` is called instead of reconnecting
 * where the program does not know us. `started` is what start.js has begun: `greet(true)` says that it greeted.
 */
export function connect({ greet, hear, lost, refused = () => {}, started = null }) {
  const address = started?.address ?? `${location.protocol.replace("http", "ws")}//${location.host}/chat`;
  let socket, delay = FIRST_DELAY, patience = DEADLINE, was = false; // whether there has been a connection
  let retry, blink, silence, doubt, deadline; // timers

  function open() {
    clearTimeout(retry);
    keep(new WebSocket(address));
  }

  function keep(opened) {
    socket = opened;
    socket.onopen = () => greeted();
    socket.onmessage = ({ data }) => {
      delay = FIRST_DELAY;
      patience = DEADLINE;
      clearTimeout(blink);
      blink = undefined;
      alive();
      lost("");
      hear(JSON.parse(data));
    };
    socket.onclose = ({ code }) => closed(code);
    expect();
  }

  function greeted(already = false) {
    was = true;
    greet(already);
  }

  function send(asked) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(asked));
    return true;
  }

  function closed(code) {
    for (const timer of [silence, doubt, deadline]) clearTimeout(timer);
    deadline = undefined;
    if (code === UNKNOWN) return refused();
    if (code === OUTDATED) return reload();
    blink ??= setTimeout(() => lost("reconnecting"), BLINK);
    retry = setTimeout(open, delay * (0.75 + Math.random() / 2));
    delay = Math.min(delay * 2, LONGEST_DELAY);
  }

  // Whether the connection still works: it can be broken without a word from either side

  /** Something has arrived. */
  function alive() {
    for (const timer of [silence, doubt, deadline]) clearTimeout(timer);
    deadline = undefined;
    silence = setTimeout(check, SILENCE);
  }

  /** Wait for anything to arrive, up to the deadline. */
  function expect() {
    clearTimeout(deadline);
    deadline = setTimeout(giveUp, patience);
  }

  /** Ask whether the connection still works, unless that is asked already. */
  function check() {
    if (deadline !== undefined || !send({ do: "ping" })) return;
    doubt = setTimeout(() => lost("checking"), DOUBT);
    expect();
  }

  /** Connect again: what this connection still has to say may never come. */
  function giveUp() {
    patience = Math.min(patience * 2, LONGEST_DEADLINE);
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    clearTimeout(blink);
    blink = 0;
    lost("reconnecting");
    closed();
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

  /** Reconnect or check at once when the person comes back to the page, or the network to the machine. */
  function hurry() {
    if (document.visibilityState === "visible" && socket?.readyState === WebSocket.CLOSED) open();
    else check();
  }

  document.addEventListener("visibilitychange", hurry);
  addEventListener("online", hurry);
  if (started) queueMicrotask(takeOver); // who has called this has to hear of it first
  else open();

  return {
    open,
    check,
    /** Send a request; false when there is no connection, then nothing is sent. */
    send,
    /** Whether there has been a connection, and there is none now. */
    isDown: () => was && socket.readyState !== WebSocket.OPEN,
  };
}
