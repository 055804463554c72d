// What the program answers me alone.

import { linkReplay } from "./ends.js";
import { drawMenu } from "./menu.js";
import { released, show } from "./posts.js";
import { say } from "./words.js";

const $ = (id) => document.getElementById(id);
const FRESH = 400; // milliseconds in which a press goes to what an answer has just covered: it was meant for that
const LEAST_SHOWN = 5000; // milliseconds that an answer stays although the state moves on
const WITH_BUTTONS = 20000; // that one stays which can be pressed, from when it was touched last
const SHORT = 120; // letters of an answer that goes by itself

/** Replace a message by another; the keyboard focus moves to the same button of the new one. */
export function replace(place, message) {
  const held = document.activeElement;
  const index = [...place.querySelectorAll("button")].indexOf(held);
  place.replaceChildren(show(message));
  if (index < 0) return;
  const buttons = [...place.querySelectorAll("button")];
  (buttons.find(({ textContent }) => textContent && textContent === held.textContent) ?? buttons[index] ?? $("panel")).focus();
}

/** Keep the answer and the menu. `speakUp(text)` says a line, and `begin(text)` begins one where there is a line. */
export function keepAnswers({ speakUp, begin }) {
  let usedAt = 0, leaving = 0; // when the answer came or was touched last, and the timer that takes it away

  async function answer(message) {
    await released(); // it would cover what is held down
    const held = $("answer").contains(document.activeElement);
    clearTimeout(leaving);
    replace($("answered"), message);
    if (message.link) linkReplay($("answered"), message.link);
    const { textContent } = $("answered"), short = textContent.length < SHORT && !$("answered").querySelector("button, .picture");
    if ($("answer").hidden) {
      $("answer").classList.add("fresh");
      setTimeout(() => $("answer").classList.remove("fresh"), FRESH);
    }
    $("answer").hidden = !$("answered").querySelector(".text, .picture, button");
    $("answer").classList.toggle("short", short);
    $("answer").scrollTop = 0;
    usedAt = Date.now();
    if (short) moved();
    if (held && $("answer").hidden) ($("panel").querySelector("button[data-code]") ?? $("panel")).focus();
  }

  /** The state has changed: remove earlier answers soon. */
  function moved() {
    clearTimeout(leaving);
    if (document.body.dataset.stage) leave();
    drawMenu({ speakUp, begin, ask });
  }

  /** Ask before a command that asks all others: its button does it. */
  function ask(word) {
    const code = `${document.body.dataset.game}.0.${word}`;
    answer({ text: say(`sure-${word}`), buttons: [[{ label: say(`ask-${word}`), code, style: "main" }]] });
  }

  /** Remove the answer once it was shown long enough. */
  function leave() {
    const stay = $("answered").querySelector("button") ? WITH_BUTTONS : LEAST_SHOWN, left = usedAt + stay - Date.now();
    if (left > 0) leaving = setTimeout(leave, left);
    else dismiss();
  }

  function dismiss() {
    const held = $("answer").contains(document.activeElement);
    $("answer").hidden = true;
    if (held && document.body.dataset.stage === "game") $("map").focus({ preventScroll: true });
  }

  $("dismiss").onclick = dismiss;
  for (const kind of ["pointerdown", "pointermove", "keydown", "scroll"]) $("answer").addEventListener(kind, () => { usedAt = Date.now(); }, { passive: true });

  return { answer, moved, dismiss };
}
