// What the program answers me alone, and the menu of what else can be asked.

import { linkReplay } from "./ends.js";
import { make, show } from "./posts.js";
import { say } from "./words.js";

const $ = (id) => document.getElementById(id);
const LEAST_SHOWN = 5000; // milliseconds that an answer stays although the state moves on
const SHORT = 120; // letters of an answer that goes by itself

/** What can be asked besides, and by whom: a player, an onlooker, anybody after the end; some only where a chat is. */
const MENU = [["join", "onlooker"], ["hand", "player"], ["tickets", "player over"], ["scores", "player onlooker over"], ["since", "player"],
  ["log", "player onlooker over"], ["record", "over", "chat"], ["why", "player onlooker over", "chat"], ["rules", "player onlooker over"],
  ["settings", "player onlooker over", "chat"], ["games", "player onlooker over", "chat"], ["help", "player onlooker over"], ["undo", "player"], ["leave", "player"], ["abort", "player"]];

/** Put a message in place of another; who was on a button there by keyboard stays on its like. */
export function replace(place, message) {
  const held = document.activeElement;
  const index = [...place.querySelectorAll("button")].indexOf(held);
  place.replaceChildren(show(message));
  if (index < 0) return;
  const buttons = [...place.querySelectorAll("button")];
  (buttons.find(({ textContent }) => textContent && textContent === held.textContent) ?? buttons[index] ?? $("panel")).focus();
}

/** Keep the answer and the menu. `speakUp(text)` says a line. */
export function keepAnswers({ speakUp }) {
  let answeredAt = 0, leaving = 0; // when the newest answer came, and the timer that takes it away
  let drawn = ""; // what the menu was drawn for

  function answer(message) {
    const held = $("answer").contains(document.activeElement);
    replace($("answered"), message);
    linkReplay($("answered"));
    const { textContent } = $("answered"), short = textContent.length < SHORT;
    $("answer").hidden = !$("answered").querySelector(".text, .picture, button");
    $("answer").classList.toggle("short", short && !$("answered").querySelector("button, .picture"));
    $("answer").scrollTop = 0;
    answeredAt = Date.now();
    if (short) moved();
    if (held && $("answer").hidden) ($("panel").querySelector("button[data-code]") ?? $("panel")).focus();
  }

  /** The state has moved on: what was answered before goes soon, unless it waits for a press. */
  function moved() {
    clearTimeout(leaving);
    const late = () => { if (!$("answered").querySelector("button")) $("answer").hidden = true; };
    if (document.body.dataset.stage) leaving = setTimeout(late, Math.max(0, answeredAt + LEAST_SHOWN - Date.now()));
    showMenu();
  }

  /** What else can be asked: each is a command. */
  function showMenu() {
    const { role } = document.body.dataset, isApp = document.body.classList.contains("app");
    const now = `${role} ${say("menu")}`;
    if (now === drawn) return;
    drawn = now;
    const commands = MENU.filter(([, roles, chat]) => (!role || roles.includes(role)) && !(isApp && chat)).map(([word]) => word);
    $("menu").replaceChildren(make("h2", {}, say("menu")), make("div", { className: "buttons" }, ...commands.map((word) =>
      make("button", { type: "button", onclick: () => speakUp(`/${word}`) }, say(`menu-${word}`)))));
  }

  const dismiss = () => { $("answer").hidden = true; };
  $("dismiss").onclick = dismiss;

  return { answer, moved, dismiss };
}
