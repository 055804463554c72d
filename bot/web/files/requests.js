// What I ask of the program, and whether it has confirmed it. One button is pressed at a time.

import { nonce } from "./identity.js";
import { say } from "./words.js";

const QUICK = 700; // milliseconds after which a request that is not confirmed is said to be on its way
const LONGEST_PRESS = 3000; // milliseconds that a button waits for its answer before the next one may be pressed

/** Keep what is asked. `send(asked)` sends it and says whether it went; `acted()` is called when it did. */
export function keepRequests({ send, acted = () => {} }) {
  let unanswered = 0, slow = 0, late = false; // requests that are not confirmed; the timer after which the page says so
  let out = ""; // "connecting" or "reconnecting" while there is no connection
  let pressed = 0; // the timer of a button whose answer is not there yet

  /** Ask for something that is confirmed by an answer, or by a post of mine. False when we are out. */
  function request(asked) {
    if (!send(asked)) return false;
    acted();
    unanswered += 1;
    slow ||= setTimeout(() => { late = true; showState(); }, QUICK);
    return true;
  }

  function confirmed(count = 1) {
    unanswered = Math.max(0, unanswered - count);
    if (unanswered) return;
    clearTimeout(slow);
    [slow, late] = [0, false];
    showState();
  }

  /** Say what the page waits for: a connection, or a request that is not confirmed. */
  function showState() {
    document.body.classList.toggle("lost", out === "reconnecting");
    document.body.classList.toggle("sending", late);
    document.getElementById("state").textContent = out ? say(out) || "…" : late ? say("sending") : "";
  }

  function turn(to) {
    if (to === out) return;
    out = to;
    showState();
  }

  /** Press a button. Other presses before its answer are dropped: the answer may change what they mean. */
  function press(code) {
    if (pressed || !request({ do: "press", code, nonce: nonce() })) return;
    pressed = setTimeout(release, LONGEST_PRESS);
    document.body.classList.add("pressed");
  }

  function release() {
    clearTimeout(pressed);
    pressed = 0;
    document.body.classList.remove("pressed");
  }

  const replay = (game) => request({ do: "replay", game });
  const speakUp = (text) => request({ do: "say", text, nonce: nonce() });

  document.addEventListener("click", ({ target, detail }) => {
    if (detail > 1) return; // the second half of a double click: its first one may be answered already
    const button = target.closest("button[data-code]"), replayed = target.closest("[data-replay]");
    if (button) press(button.dataset.code);
    if (replayed) replay(replayed.dataset.replay);
  });

  return {
    press, release, replay, speakUp, confirmed, showState,
    command: (lines) => lines.forEach(speakUp),
    /** A new connection: a request on its way was either done, which the next state shows, or lost. */
    forget() { confirmed(unanswered); },
    lost(away) { turn(away ? "reconnecting" : ""); },
    connecting() { turn("connecting"); },
  };
}
