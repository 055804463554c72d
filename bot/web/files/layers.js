// The views, and what lies over the table: a dialog, a route or a city, an answer, a view. Escape and Back close the topmost.

import { soon } from "./posts.js";

const $ = (id) => document.getElementById(id);

/** Keep the views. `turned(name)` is called with the one that is turned to. */
export function keepViews(turned) {
  function view(name) {
    document.body.dataset.view = name;
    for (const button of $("views").children) button.ariaCurrent = String(button.dataset.view === name);
    turned(name);
  }

  $("views").onclick = ({ target }) => target.dataset.view && view(target.dataset.view);

  return {
    view,
    /** Turn to a view, unless the board is shown next to it. */
    uncover(name) { if (getComputedStyle($("play")).display === "none") view(name); },
  };
}

/** Keep the layers. `closeSheet()`, `dismiss()` (of the answer) and `view(name)` close what is not a dialog. */
export function keepLayers({ closeSheet, dismiss, view }) {
  /** How to close each layer, the topmost first. A short answer covers nothing. */
  function layers(short = false) {
    const dialogs = [...document.querySelectorAll("dialog[open]")].filter((dialog) => !dialog.querySelector("#stay[hidden]"));
    const answered = !$("answer").hidden && (short || !$("answer").classList.contains("short"));
    const name = document.body.dataset.view, beside = name === "chat" && $("views").querySelector("[data-view=table]").offsetParent === null;
    return [
      ...dialogs.reverse().map((dialog) => () => dialog.close()), ...($("sheet").hidden ? [] : [closeSheet]),
      ...(answered ? [dismiss] : []), ...(name === "table" || beside ? [] : [() => view("table")]),
    ];
  }

  /** Close the topmost layer; false if there is none. */
  function close() {
    const [topmost] = layers(true);
    topmost?.();
    return topmost !== undefined;
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) close();
  });

  /** Call back when layers have been opened or closed. */
  function watch(changed) {
    const watch = new MutationObserver(changed);
    for (const id of ["sheet", "answer", "large", "naming"]) if ($(id)) watch.observe($(id), { attributeFilter: ["hidden", "class", "open"] });
    watch.observe(document.body, { attributeFilter: ["data-view"], childList: true });
  }

  return { close, watch, count: () => layers().length };
}

let wanted = false; // whether the focus was lost, and nothing has got it yet

/** What had the focus may be gone: give it to what can be done next, once that is drawn. */
export function holdFocus(isLost = true) {
  wanted ||= isLost;
  if (wanted) soon(() => {
    if (document.querySelector("dialog[open]")) return;
    const candidates = document.activeElement !== document.body ? [document.activeElement]
      : ["#choice button", "#start button.main", "#after button.main", "#map"].flatMap((query) => [...document.querySelectorAll(query)]);
    const next = candidates.find((element) => !element.disabled && element.checkVisibility());
    next?.focus({ preventScroll: true });
    wanted = !next;
  });
}

/**
 * Let the browser's Back close the topmost layer: each has an entry in the history. `here()` is the channel that is shown,
 * and `visit()` turns to the one that the address names: it was typed or gone back to.
 */
export function keepBack({ close, watch, count }, { here, visit }) {
  let depth = history.state?.depth ?? 0; // the layers that the present entry stands for
  let leaving = false; // whether the page itself goes back, from layers that were closed in another way

  const addressOf = (id) => `#${encodeURIComponent(id)}`;
  const isHere = () => location.hash === addressOf(here()) || (!location.hash && here() === "table");

  /** Write the channel that is shown into the address. */
  function write() {
    history.replaceState({ depth }, "", isHere() ? location.href : addressOf(here()));
  }

  function keepUp() {
    if (leaving) return;
    const open = count();
    while (depth < open) history.pushState({ depth: depth += 1 }, "");
    if (depth === open) return;
    leaving = true;
    history.go(open - depth);
  }

  addEventListener("popstate", ({ state }) => {
    const own = leaving;
    leaving = false;
    depth = state?.depth ?? 0;
    if (!own && !isHere()) visit();
    else if (!own) while (count() > depth) close();
    write();
    keepUp();
  });
  if (!history.state) history.replaceState({ depth }, "");
  watch(keepUp);
  keepUp();
  return { write };
}
