// A game that has ended, turn by turn on the board: a slider, steps, speed, points over time, hands and tickets.

import { keepBoard } from "./board.js";
import { keepChart } from "./chart.js";
import { longestPaths, scoreTable, ticketList } from "./ends.js";
import { cards, player, players as strip } from "./hand.js";
import { inscribe, make } from "./posts.js";
import { boardOf, merged, tableOf } from "./state.js";
import { svg } from "./symbols.js";
import { say, speak } from "./words.js";

const PAUSE = 1400; // milliseconds that a turn is shown at normal speed
const SPEEDS = [0.5, 1, 2, 4];

const BAR = "M-9-8h3v16h-3z", TURNED = "rotate(180)";
const ICONS = { // paths around a middle point, and whether they are turned round
  "claim-before": [`${BAR}M9-8v16l-12-8z`, false], "turn-before": ["M5-8v16l-12-8z", false],
  "turn-after": ["M5-8v16l-12-8z", true], "claim-after": [`${BAR}M9-8v16l-12-8z`, true],
  play: ["M7-9v18l-16-9z", true], pause: ["M-7-8h5v16h-5zM2-8h5v16h-5z", false],
};

function icon(key) {
  const [d, turned] = ICONS[key];
  return svg("svg", { class: "icon", "aria-hidden": "true", viewBox: "-12 -12 24 24" }, svg("path", { d, ...(turned ? { transform: TURNED } : {}) }));
}

/** A replay as the program packs it: base64 of compressed JSON. */
export async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/** The table after each turn. */
function statesOf({ state, turns }) {
  const states = [state];
  for (const { patch } of turns.slice(1)) states.push(merged(states.at(-1), patch));
  return states;
}

const built = ({ routes, stations }) => [...Object.keys(routes), ...Object.keys(stations)];

/** Show a replay in an empty element. `close` leaves it; without it there is nothing to go back to. */
export async function showReplay(place, content, close = null) {
  await speak(content.state.language);
  const shapes = await boardOf(content.state.edition, content.state.language);
  const { turns } = content, states = statesOf(content), last = states.length - 1;
  const claims = turns.flatMap(({ patch }, turn) => (patch?.routes ? [turn] : []));
  const seats = Object.keys(content.state.players);
  const open = new Set(); // what is shown of the players: `0 hand`, `1 tickets`
  let turn = 0, timer = 0, table = null, looked = "", speed = 1;

  // The parts of the page

  const button = (key, sign, onclick) => make("button", { type: "button", ariaLabel: say(key), title: say(key), onclick }, sign);
  const step = (key, onclick) => button(key, icon(key), onclick);
  const title = make("h1", {}, `${content.state.title} · ${content.state.variantTitle}`);
  const head = make("header", {}, title, ...(close ? [make("button", { type: "button", className: "leave", ariaLabel: say("back-to-table"), onclick: close }, make("span", {}, say("back-to-table")), make("i", {}, "×"))] : []));
  const people = make("ol", { className: "people", ariaLabel: say("players") });
  const zoom = make("div", { className: "zoom" }, button("nearer", "+", () => board.zoom(1.6)), button("farther", "−", () => board.zoom(1 / 1.6)), button("whole-board", "⤢", () => board.whole()));
  const map = make("div", { className: "map", tabIndex: 0, role: "group", ariaLabel: say("board") });
  const slider = make("input", { type: "range", min: 0, max: last, step: 1, value: 0, ariaLabel: say("turn") });
  const play = button("play", icon("play"), () => (timer ? stop() : start()));
  const pace = make("select", { ariaLabel: say("speed") }, ...SPEEDS.map((one) => make("option", { value: one, selected: one === 1 }, `× ${one}`)));
  const steps = make("div", { className: "steps", role: "group", ariaLabel: say("replay") },
    step("claim-before", () => go(claimFrom(-1))), step("turn-before", () => go(turn - 1)), play,
    step("turn-after", () => go(turn + 1)), step("claim-after", () => go(claimFrom(1))), pace);
  const count = make("span", { className: "count" });
  const told = make("p", { className: "told", role: "status" });
  const graph = make("section", { className: "graph", ariaLabel: say("chart") }, make("h2", {}, say("chart")));
  const sheet = make("section", { className: "sheet", ariaLabel: say("score-sheet") });
  const hands = make("section", { className: "hands", ariaLabel: say("hands") });
  const side = make("div", { className: "side", tabIndex: -1 }, graph, sheet, hands);
  place.classList.add("replay");
  place.replaceChildren(head, make("div", { className: "stage" }, people, map, zoom, make("div", { className: "controls" }, slider, steps, count, told)), side);

  const board = keepBoard({ place: map, press: () => {} });
  const chart = keepChart({
    place: graph, seek: (to) => go(to), players: seats.map((seat) => states[last].players[seat]),
    points: states.map(({ players }) => seats.map((seat) => players[seat].total ?? players[seat].points)),
  });

  // Moving through the game

  /** The nearest claim before or after the present turn, else the first or the last turn. */
  function claimFrom(way) {
    return way > 0 ? claims.find((one) => one > turn) ?? last : claims.findLast((one) => one < turn) ?? 0;
  }

  function go(to, playing = false) {
    if (!playing) stop();
    turn = Math.min(Math.max(to, 0), last);
    looked = "";
    draw();
  }

  function start() {
    if (turn === last) turn = 0;
    told.ariaLive = "off"; // each turn comes before the one before it is read
    label("pause");
    const next = () => {
      go(turn + 1, true);
      if (turn < last) timer = setTimeout(next, PAUSE / speed);
      else stop();
    };
    draw();
    timer = setTimeout(next, PAUSE / speed);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    told.ariaLive = "polite";
    label("play");
  }

  function label(key) {
    play.replaceChildren(icon(key));
    play.ariaLabel = play.title = say(key);
  }

  slider.oninput = () => go(Number(slider.value));
  pace.onchange = () => { speed = Number(pace.value); };
  const keys = { ArrowLeft: () => go(turn - 1), ArrowRight: () => go(turn + 1), PageUp: () => go(claimFrom(-1)), PageDown: () => go(claimFrom(1)),
    Home: () => go(0), End: () => go(last), " ": () => (timer ? stop() : start()) };
  place.onkeydown = (event) => {
    const own = event.target.matches("select, a") || (event.key === " " && event.target.matches("button")) || (event.target === map && event.key.startsWith("Arrow"));
    if (own || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  };

  // Drawing

  function draw() {
    const { seat, text } = turns[turn];
    const state = states[turn], before = states[Math.max(turn - 1, 0)];
    table = tableOf(seat === undefined ? state : { ...state, players: { ...state.players, [seat]: { ...state.players[seat], waiting: true } } }, shapes);
    board.show(table, new Set(state.sheet ? longestPaths(state) : built(state).filter((id) => !(id in before.routes || id in before.stations))));
    people.replaceChildren(...strip(table));
    slider.value = String(turn);
    slider.ariaValueText = said(turn);
    count.textContent = said(turn);
    told.replaceChildren();
    inscribe(told, text, []);
    chart.point(turn);
    place.dataset.turn = String(turn);
    sheet.replaceChildren(...(state.sheet ? [make("h2", {}, say("score-sheet")), scoreTable(state)] : []));
    drawHands();
    mark();
  }

  function said(turn) {
    const { seat } = turns[turn];
    if (!turn) return say("replay-start");
    return seat === undefined ? say("replay-end") : say("replay-turn", { count: turns[turn].turn, who: states[turn].players[seat].name });
  }

  function drawHands() {
    const held = hands.contains(document.activeElement) ? document.activeElement.dataset.switch ?? "" : "";
    hands.replaceChildren(make("h2", {}, say("hands")), ...seats.map(drawHand));
    if (content.aborted) hands.replaceChildren(make("p", { className: "facts" }, say("aborted-hands")));
    if (held) hands.querySelector(`[data-switch="${held}"]`)?.focus();
  }

  function drawHand(seat) {
    const one = states[turn].players[seat];
    const shown = (part) => open.has(`${seat} ${part}`);
    const toggle = (part) => {
      const key = `${seat} ${part}`;
      const button = make("button", { type: "button", ariaPressed: String(shown(part)), onclick: () => { if (!open.delete(key)) open.add(key); drawHands(); } }, say(`show-${part}`));
      button.dataset.switch = key;
      return button;
    };
    const row = make("div", { className: "hold" }, make("div", { className: "switches" }, player(one), toggle("hand"), toggle("tickets")));
    if (shown("hand")) row.append(one.hand ? cards(one.hand) : make("p", { className: "facts" }, say("no-cards")));
    if (shown("tickets")) row.append(ticketList(one.own.map((number) => [number, one.done.includes(number), turn === last]), shapes, look));
    return row;
  }

  /** The routes between the ends of a ticket that are a player's own, or that their stations borrow. */
  function wayOf(seat, number) {
    const { from, to } = shapes.tickets[number], came = new Map(from.map((city) => [city, null])), queue = [...from];
    const { routes, players } = states[turn], { borrowed } = players[seat];
    const own = Object.keys(routes).filter((id) => routes[id] === Number(seat) || borrowed.includes(id)).map((id) => [id, shapes.routes[id]]);
    for (const city of queue) {
      for (const [id, route] of own) {
        const next = route.a === city ? route.b : route.b === city ? route.a : null;
        if (next && !came.has(next)) { came.set(next, [city, id]); queue.push(next); }
      }
    }
    const way = [];
    for (let city = to.find((one) => came.has(one)); came.get(city); city = came.get(city)[0]) way.push(came.get(city)[1]);
    return way;
  }

  function look(number) {
    looked = looked === String(number) ? "" : String(number);
    mark();
  }

  function mark() {
    const ticket = looked && shapes.tickets[looked];
    const holder = ticket && seats.find((seat) => states[turn].players[seat].own?.includes(Number(looked)));
    board.mark({ way: holder ? wayOf(holder, looked) : [], ends: ticket ? [...ticket.from, ...ticket.to] : [] });
  }

  place.addEventListener("close", stop);
  draw();
  slider.focus();
}

/** Open a replay over the table. The board of the table is put aside meanwhile: there is one on a page. */
export async function openReplay(packed) {
  const content = await unpacked(packed), live = document.getElementById("board"), home = live?.parentNode;
  const dialog = make("dialog", { id: "replay", ariaLabel: say("replay") });
  live?.remove();
  dialog.addEventListener("close", () => { dialog.remove(); if (live) home.prepend(live); });
  document.body.append(dialog);
  dialog.showModal();
  await showReplay(dialog, content, () => dialog.close());
}
