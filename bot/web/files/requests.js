// What I ask of the program, and whether it has confirmed it. One button is pressed at a time.

import { nonce } from "./identity.js";
import { say } from "./words.js";

const QUICK = 700; // milliseconds after which a request that is not confirmed is said to be on its way
const LONGEST_PRESS = 3000; // milliseconds that a button waits for its answer before the next one may be pressed
const MOST_SENT = 2; // how often a request is sent at most

/** Whether a request can be repeated whatever the program remembers: a decision is made once, and talk posted once. */
const isSafe = ({ do: kind, code, text }) => kind === "replay" || (kind === "say" && !text.startsWith("/")) || (kind === "press" && Number(code.split(".")[1]) > 0);

/**
 * Keep what is asked. `send(asked)` sends it and says whether it went: what did not waits for the next connection.
 * `check()` asks whether the connection works. `place()` is the channel that is shown. `acted()` is called when
 * something is asked, and `unknown()` where it is not known whether it was done.
 */
export function keepRequests({ send, check, unknown, place = () => "", acted = () => {} }) {
  let waiting = []; // requests that are not confirmed: { asked, where, sent }
  let slow = 0, late = false; // the timer after which the page says that one is on its way
  let out = ""; // "connecting", "checking" or "reconnecting" while there may be no connection
  let run = ""; // the process of the program that these were sent to: it knows each by its nonce
  let pressed = 0; // the timer of a button whose answer is not there yet

  /** Ask for something that is confirmed by an answer, or by a post of mine. */
  function request(asked) {
    waiting.push({ asked, where: place(), sent: Number(send(asked)) });
    acted();
    check();
    slow ||= setTimeout(() => { late = true; showState(); }, QUICK);
  }

  /** The first request that fits was done. */
  function confirmed(fits) {
    const done = waiting.find(({ asked }) => fits(asked));
    waiting = waiting.filter((one) => one !== done);
    if (waiting.length) return;
    clearTimeout(slow);
    [slow, late] = [0, false];
    showState();
  }

  /**
   * There is a new connection, to this process of the program. Send again what is not confirmed; what may be done
   * twice or in another channel by that is given up.
   */
  function resume(process) {
    const isSame = process === run;
    run = process;
    for (const one of [...waiting]) {
      const isHere = one.where === place();
      const repeatable = one.sent < MOST_SENT && (isSafe(one.asked) || (isSame && isHere));
      if ((one.sent ? repeatable : isHere) && send(one.asked)) one.sent += 1;
      else if (one.sent || !isHere) {
        confirmed((asked) => asked === one.asked);
        if (one.sent) unknown();
      }
    }
  }

  /** Say what the page waits for: a connection, or a request that is not confirmed. */
  function showState() {
    document.body.classList.toggle("lost", out === "reconnecting" || out === "checking");
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
    if (pressed) return;
    request({ do: "press", code, nonce: nonce() });
    pressed = setTimeout(release, LONGEST_PRESS);
    document.body.classList.add("pressed");
  }

  function release() {
    clearTimeout(pressed);
    pressed = 0;
    document.body.classList.remove("pressed");
  }

  const replay = (game) => request({ do: "replay", game, nonce: nonce() });
  const speakUp = (text) => request({ do: "say", text, nonce: nonce() });

  document.addEventListener("click", ({ target, detail }) => {
    if (detail > 1) return; // the second half of a double click: its first one may be answered already
    const button = target.closest("button[data-code]"), replayed = target.closest("[data-replay]");
    if (button) press(button.dataset.code);
    if (replayed) replay(replayed.dataset.replay);
  });

  return {
    press, release, replay, speakUp, resume, showState,
    command: (lines) => lines.forEach(speakUp),
    /** An answer has come; it names the request by its nonce. */
    answered({ nonce: own }) { confirmed(({ nonce }) => nonce === own); },
    /** What is done when a replay has come, or the reason why there is none. */
    replays: (showAnswer) => ({
      async replay({ packed }) {
        confirmed(({ do: kind }) => kind === "replay");
        (await import("./replay.js")).openReplay(packed);
      },
      "no-replay"({ problem }) {
        confirmed(({ do: kind }) => kind === "replay");
        showAnswer({ text: problem });
      },
    }),
    /** Something that I said is posted. */
    posted() { confirmed(({ do: kind, text }) => kind === "say" && !text.startsWith("/")); },
    /** The program does not know me any longer, nor what I asked. */
    forget() { waiting = []; confirmed(() => false); },
    lost: turn,
    connecting() { turn("connecting"); },
  };
}
