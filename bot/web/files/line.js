// The command line: a line to type, a list of what it may become, and the lines typed before.

import { make } from "./posts.js";

const PAUSE = 90;

/**
 * `speakUp(text)` says a line, which stays to be said later while the connection `isDown()`; `ask(text, id)` asks for
 * completions, which come back to `offer(id, lines)`.
 */
export function keepLine({ form, input, list, speakUp, isDown, ask }) {
  let asked = 0, timer, active = -1;
  const typed = [];
  let back = 0;

  function close() {
    list.hidden = true;
    list.replaceChildren();
    activate(-1);
    input.ariaExpanded = "false";
    asked += 1; // what is still on its way comes too late
    clearTimeout(timer);
  }

  function activate(index) {
    active = index;
    [...list.children].forEach((item, place) => item.setAttribute("aria-selected", place === index));
    const item = list.children[index];
    if (item) input.setAttribute("aria-activedescendant", item.id);
    else input.removeAttribute("aria-activedescendant");
    item?.scrollIntoView({ block: "nearest" });
  }

  function enquire() {
    clearTimeout(timer);
    if (!input.value.startsWith("/")) return close();
    timer = setTimeout(() => ask(input.value, ++asked), PAUSE);
  }

  function offer(id, lines) {
    if (id !== asked || document.activeElement !== input) return;
    const others = lines.filter((line) => line.trim() !== input.value.trim());
    list.replaceChildren(...others.map((line, index) => make("li", { id: `completion-${index}`, role: "option" }, line)));
    list.hidden = !others.length;
    input.ariaExpanded = String(!list.hidden);
    list.scrollTop = 0;
    activate(-1);
  }

  function pick(item) {
    input.value = item.textContent;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
    close();
    enquire();
  }

  function recall(step) {
    const place = Math.min(Math.max(back + step, 0), typed.length);
    if (place === back) return;
    back = place;
    input.value = typed[typed.length - back] ?? "";
    input.setSelectionRange(input.value.length, input.value.length);
  }

  /** The keys that mean something while the list is open. */
  const keys = {
    ArrowDown: () => activate((active + 1) % list.children.length),
    ArrowUp: () => activate((active <= 0 ? list.children.length : active) - 1),
    Tab: () => pick(list.children[Math.max(active, 0)]),
    Escape: close,
  };

  input.addEventListener("keydown", (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const chosen = event.key === "Enter" && active >= 0 ? keys.Tab : keys[event.key];
    if (!list.hidden && chosen) event.preventDefault(), chosen();
    else if (list.hidden && event.key === "ArrowUp") event.preventDefault(), recall(1);
    else if (list.hidden && event.key === "ArrowDown") event.preventDefault(), recall(-1);
  });
  input.addEventListener("input", enquire);
  input.addEventListener("blur", () => setTimeout(() => document.activeElement !== input && close(), 150));
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // the line keeps the focus, and a phone its keyboard
  list.addEventListener("click", ({ target }) => target.closest("li") && pick(target.closest("li")));

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text || isDown()) return;
    speakUp(text);
    if (typed.at(-1) !== text) typed.push(text);
    back = 0;
    input.value = "";
    close();
  });

  // Text that is half typed survives a reload of the page.
  input.value ||= sessionStorage.halfTyped ?? "";
  addEventListener("pagehide", () => { sessionStorage.halfTyped = input.value; });

  /** Write the beginning of a line, and suggest the rest. */
  function begin(text) {
    input.value = text;
    input.focus();
    enquire();
  }

  return { offer, close, begin };
}
