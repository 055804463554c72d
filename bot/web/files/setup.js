// Where no game runs: what can be played, and who is in the lobby. Every button is a typed command.

import { elsewhere } from "./ends.js";
import { player } from "./hand.js";
import { make } from "./posts.js";
import { say } from "./words.js";

const first = { board: "", variant: "", level: "normal", count: 1 };

/** The lines that open a game with computers, and start it at once where there are some. */
export function opening({ boards }, chosen = first) {
  const board = boards.find(({ id }) => id === chosen.board) ?? boards.find(({ id }) => id === "europe") ?? boards[0];
  const variant = board.variants.some(({ id }) => id === chosen.variant) ? chosen.variant : board.variants[0].id;
  const computers = Array.from({ length: chosen.count }, () => `/computer ${chosen.level}`);
  const lines = [`/new ${board.id}`, ...(variant === board.variants[0].id ? [] : [`/variant ${variant}`]), ...computers];
  return chosen.count ? [...lines, "/start"] : lines;
}

/** A choice of boards, variants and computers. `run(lines)` says the lines. */
export function setup(state, run) {
  const chosen = { ...first, board: (state.boards.find(({ id }) => id === "europe") ?? state.boards[0]).id };
  const place = make("div", { className: "setup" });
  const choices = (title, options, key, value = (id) => id) => {
    const buttons = options.map(({ id, title: label }) => {
      const button = make("button", { type: "button", ariaPressed: String(chosen[key] === value(id)) }, label);
      button.dataset[key] = id;
      button.onclick = () => { chosen[key] = value(id); draw(); place.querySelector(`[data-${key}="${id}"]`).focus(); };
      return button;
    });
    return make("div", { className: "choices", role: "group", ariaLabel: title }, make("h3", {}, title), make("div", { className: "buttons" }, ...buttons));
  };
  function draw() {
    const board = state.boards.find(({ id }) => id === chosen.board);
    if (!board.variants.some(({ id }) => id === chosen.variant)) chosen.variant = board.variants[0].id;
    const start = make("button", { type: "button", className: "main", id: "begin", onclick: () => run(opening(state, chosen)) }, chosen.count ? say("start") : say("open-lobby"));
    place.replaceChildren(
      make("h2", {}, say("new-game")),
      choices(say("board"), state.boards, "board"),
      ...(board.variants.length > 1 ? [choices(say("variant"), board.variants, "variant")] : []),
      choices(say("computers"), [0, 1, 2, 3, 4].map((count) => ({ id: String(count), title: String(count) })), "count", Number),
      ...(chosen.count ? [choices(say("level"), state.levels, "level")] : []),
      make("p", { className: "facts" }, chosen.count ? say("start-hint") : say("lobby-hint")),
      start,
    );
  }
  draw();
  return [place];
}

/** The lobby: who plays, and buttons to join, add computers, choose the setup and start. */
export function lobby({ title, variantTitle, players, lobby: { seated, hosts, least, most, levels, menus } }, run) {
  const count = Object.keys(players).length;
  const button = (label, line, properties = {}) => {
    const one = make("button", { type: "button", onclick: () => run([line]), ...properties }, label);
    one.dataset.line = line;
    return one;
  };
  const seats = Object.values(players).map((one) => make("li", {}, player(one), one.computer ? make("small", {}, levels.find(({ id }) => id === one.computer)?.title ?? "") : ""));
  const needed = say(least < most ? "players-needed" : "players-exactly", { least, most });
  const parts = [make("h2", {}, title), make("p", { className: "facts" }, `${variantTitle} · ${needed}`), make("ul", { className: "seats" }, ...seats)];
  const main = [];
  if (!seated && count < most) main.push(button(say("join"), "/join", { className: "main" }));
  if (hosts) main.push(button(say("start"), "/start", { className: "main", disabled: count < least, title: count < least ? needed : "" }));
  if (seated) main.push(button(say("leave"), "/leave"));
  if (!seated && count >= most) parts.push(make("p", { className: "facts" }, say("all-taken")), make("div", { className: "buttons" }, ...elsewhere(run)));
  if (main.length) parts.push(make("div", { className: "buttons" }, ...main));
  for (const menu of menus) {
    const adds = menu.choices.some(({ line }) => line.startsWith("/computer"));
    const offered = menu.choices.filter(({ line }) => !adds || count < most || line === "/computer remove");
    parts.push(make("div", { className: "choices", role: "group", ariaLabel: menu.title },
      make("h3", {}, menu.title), make("div", { className: "buttons" }, ...offered.map((one) => button(one.title, one.line, adds ? {} : { ariaPressed: String(one.chosen) })))));
  }
  if (hosts) parts.push(button(say("menu-abort"), "/abort", { className: "danger" }));
  return [make("div", { className: "setup" }, ...parts)];
}
