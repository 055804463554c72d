// The table: it holds the state that the program sent, and draws everything that follows from it.

import { keepBoard } from "./board.js";
import { ending, longestPaths, watching } from "./ends.js";
import * as parts from "./hand.js";
import { citySheet, routeList, routeSheet } from "./places.js";
import { keepMoves, movesBetween } from "./moves.js";
import { holdFocus } from "./layers.js";
import { make, released, soon } from "./posts.js";
import { lobby, opening, setup } from "./setup.js";
import { keepPage, rememberFiles } from "./files.js";
import { boardOf, forgetShown, keepShown, lastShown, merged, shapesFile, tableOf } from "./state.js";
import { say, speak } from "./words.js";

const $ = (id) => document.getElementById(id);

/**
 * Keep the table. `press(code)` presses a button's code, `command(lines)` says lines, `replay(game)` asks for a
 * replay, `view(name)` turns to a view, and `moved()` is called whenever the state has moved on. `offer()` is what a
 * player is offered while others play who has had a turn.
 */
export function keepTable({ press, command, replay, view, moved, offer = () => [] }) {
  let state = null, table = null, wish = false;
  let recalled = false; // whether the state is that of an earlier visit: it is looked at until the program has answered
  let here = ""; // the channel of the table, if it is in one
  let open = {}, chosenWay = "", kept = new Set(), keptFor = "", looked = "";
  let turnOf = ""; // the game in which I have had a turn in this tab
  const filter = { typed: "", color: "", length: "", only: "" };
  const board = keepBoard({ place: $("map"), press: choose });
  const moves = keepMoves({
    ...board.pieces,
    player: (seat) => (seat === table.me.seat && table.seated ? $("hand") : $("players").querySelector(`[data-seat="${seat}"]`)),
    slot: (place) => $("row").querySelector(`[data-slot="${place + 1}"]`),
    deck: () => $("row").querySelector("[data-deck]"),
    tickets: () => $("row").querySelector(".tickets"),
  });

  // What is open: a route, a city or nothing

  function choose(place) {
    if ((place.route || place.city) && !$("answer").matches(".fresh")) $("answer").hidden = true; // it would lie over what is opened now
    [open, chosenWay, looked] = [place, "", ""];
    drawSheet();
  }

  function drawSheet() {
    const { route, city } = open;
    const pay = (way) => { chosenWay = way; drawSheet(); $("sheet").querySelector('.way[aria-pressed="true"]')?.focus(); };
    const content = !table ? [] : route ? routeSheet(table, open, chosenWay, pay) : city ? citySheet(table, open, chosenWay, pay) : [];
    const inside = $("sheet").contains(document.activeElement), held = inside ? document.activeElement.dataset.action : undefined;
    $("sheet").hidden = !content.length;
    $("detail").replaceChildren(...content);
    if (inside && !content.length) $("map").focus({ preventScroll: true });
    else if (held) ($("detail").querySelector("[data-action]") ?? $("shut-sheet")).focus();
    drawMarks();
  }

  function drawMarks() {
    if (!table) return;
    const shown = [...new Set([...kept, ...(looked ? [Number(looked)] : [])])];
    const ends = shown.map((number) => table.board.tickets[number]).flatMap(({ from, to }) => [...from, ...to]);
    board.mark({ ...open, way: shown.flatMap((number) => table.paths[number] ?? []), ends });
  }

  /** Show a ticket on the board, or no longer: the second press of a button, or one that unticks a ticket. */
  function look(number, on = looked !== String(number)) {
    looked = on ? String(number) : "";
    drawMarks();
  }

  // Drawing

  const built = () => ({ ...state.routes, ...state.stations });

  /** The routes and stations that others have built since my last turn; kept for this tab. */
  function news() {
    const key = `seen.${state.game}`, owners = built(), all = Object.keys(owners);
    let seen;
    try { seen = JSON.parse(sessionStorage[key] ?? "null"); } catch { seen = null; }
    if (!Array.isArray(seen)) sessionStorage[key] = JSON.stringify(seen = all);
    return new Set(all.filter((id) => !seen.includes(id) && (!table.seated || owners[id] !== table.me.seat)));
  }

  function forgetNews() {
    sessionStorage[`seen.${state.game}`] = JSON.stringify(Object.keys(built()));
  }

  function drawGame() {
    const asked = `${state.game} ${table.me.revision}`;
    if (asked !== keptFor) {
      if (kept.size) looked = ""; // a ticket that I was choosing
      [kept, keptFor] = [new Set(), asked];
    }
    const body = document.body.dataset;
    body.decision = table.me.decision;
    body.seq = String(state.seq);
    body.role = state.over ? "over" : table.seated ? "player" : "onlooker";
    body.seated = table.seated ? "seated" : "";
    body.paused = state.paused ? "paused" : "";
    body.undo = table.me.undo ?? "";
    board.show(table, state.sheet ? new Set(longestPaths(state)) : news());
    fill($("players"), parts.players(table));
    $("prompt").replaceChildren(make("span", {}, ...parts.prompt(table)));
    $("prompt").className = table.me.decision === "none" ? "" : "asked";
    fill($("row"), parts.row(table));
    fill($("hand"), parts.hand(table));
    fill($("tickets"), parts.tickets(table, look));
    drawChoice();
    if (["take-turn", "second-card"].includes(table.me.decision)) turnOf = state.game;
    const offered = turnOf === state.game && table.me.decision === "none" ? offer() : [];
    fill($("after"), state.over ? ending(table, { command, press, replay, look }) : [...watching(table, command), ...offered]);
    $("own").hidden = !table.seated;
    drawSheet();
    drawList();
  }

  function drawChoice() {
    fill($("choice"), parts.choice(table, kept, { look, change: drawChoice }));
    $("choice").hidden = !$("choice").children.length;
  }

  function drawList() {
    if (table && document.body.dataset.view === "routes") fill($("route-list"), routeList(table, filter));
  }

  /** Put elements in a place; the keyboard focus moves to the same element there. */
  function fill(place, elements) {
    const held = place.contains(document.activeElement) ? document.activeElement : null;
    const like = held && ["action", "ticket", "open", "openCity", "slot"].find((key) => key in held.dataset);
    const index = held ? [...place.querySelectorAll("button")].indexOf(held) : -1;
    place.replaceChildren(...elements);
    if (!held) return;
    const buttons = [...place.querySelectorAll("button:not(:disabled)")];
    (buttons.find((one) => like && one.dataset[like] === held.dataset[like]) ?? buttons[Math.min(index, buttons.length - 1)] ?? $("map")).focus();
  }

  async function draw() {
    const shown = state, held = document.activeElement !== document.body;
    await speak(shown.language);
    const plays = shown.stage === "game";
    let fresh = [];
    if (plays) {
      let shapes;
      try { shapes = await boardOf(shown.edition, shown.language); } catch { $("prompt").textContent = say("board-missing"); return; }
      await released(); // a button that is replaced while it is held down is not pressed
      if (shown !== state) return; // something newer is being drawn
      const before = table;
      table = { ...tableOf(state, shapes), recalled };
      if (before?.state.game === state.game && !before.recalled) fresh = movesBetween(before.state, state);
    } else table = null;
    const stage = document.body.dataset.stage;
    if (shown.stage === "unreadable") delete document.body.dataset.stage;
    else document.body.dataset.stage = shown.stage;
    $("views").querySelector("[data-view=panel]").textContent = say("view-more");
    $("play").hidden = !plays;
    $("start").hidden = !["empty", "lobby"].includes(shown.stage);
    if (plays) drawGame();
    else Object.assign(document.body.dataset, { decision: "none", seq: String(shown.seq ?? 0), role: shown.stage, paused: "", undo: "" });
    Object.assign(document.body.dataset, { offers: (shown.offers ?? []).join(" "), game: shown.game ?? "" });
    if (shown.stage === "empty" && stage !== "empty") $("start").replaceChildren(...setup(shown, command));
    if (shown.stage === "lobby") fill($("start"), lobby(shown, command));
    if (wish) command(shown.stage === "empty" ? opening(shown) : ["/practice"]);
    wish = false;
    holdFocus(held);
    moves.show(fresh);
    if (plays) soon(() => { rememberFiles(`words/${shown.language}.json`, shapesFile(shown.edition, shown.language)); keepPage(); });
    if (plays && !recalled && here) keepShown(here, shown);
    moved();
  }

  // What is pressed

  document.addEventListener("click", ({ target, detail }) => {
    if (detail > 1 && target.closest("#play")) return; // the second half of a double click was meant for the first
    const action = target.closest("[data-action]"), list = target.closest("[data-open], [data-open-city]");
    if (action && table && !action.disabled) {
      if (table.me.decision === "take-turn" || table.me.decision === "second-card") forgetNews();
      if ($("sheet").contains(action)) choose({});
      press(`${state.game}.${table.me.revision}.${action.dataset.action}`);
    } else if (list && table) {
      view("table");
      choose(list.dataset.open ? { route: list.dataset.open } : { city: list.dataset.openCity });
      $("shut-sheet").focus();
    }
  });
  $("shut-sheet").onclick = () => { choose({}); $("map").focus(); };
  for (const [id, factor] of [["nearer", 1.6], ["farther", 1 / 1.6]]) $(id).onclick = () => board.zoom(factor);
  $("whole").onclick = () => board.whole();
  for (const key of Object.keys(filter)) $(`filter-${key}`).addEventListener("input", ({ target }) => { filter[key] = target.value; drawList(); });

  return {
    /** Start a game at once: here, or where another one is, in a channel of one's own. */
    wish() { wish = true; },
    hear({ channel = "", state: whole, patch }) {
      if (!whole && !state) return;
      const same = recalled && table && JSON.stringify(whole) === JSON.stringify(state);
      if (whole && whole.game !== state?.game) choose({});
      [here, recalled] = [channel, false];
      if (same) {
        table.recalled = false;
        moved();
        return;
      }
      state = whole ?? merged(state, patch);
      if (state.stage !== "game") forgetShown();
      draw();
    },
    /**
     * Draw what a channel has shown this tab before, until the program tells what it shows now; false if that is
     * nothing. What is pressed meanwhile waits for the program, which refuses what is out of date.
     */
    recall(channel) {
      state = lastShown(channel);
      recalled = state !== null;
      if (recalled) draw();
      return recalled;
    },
    leave() {
      forgetShown();
      [state, table, open] = [null, null, {}];
      delete document.body.dataset.stage;
      delete document.body.dataset.role;
      $("views").querySelector("[data-view=panel]").textContent = say("view-panel");
      $("play").hidden = $("start").hidden = true;
      $("start").replaceChildren();
    },
    /** Mark on the board what the first button of an answer would build: what a hint advises. */
    point({ buttons = [] }) {
      const [, what, place] = buttons.flat()[0]?.code.match(/^[^.]+\.\d+\.(claim|station) (\S+)/) ?? [];
      if (table && what) board.mark(what === "claim" ? { route: place } : { city: place });
    },
    closeSheet() {
      if ($("sheet").hidden) return false;
      choose({});
      return true;
    },
    drawList,
  };
}
