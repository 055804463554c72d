// What lies around the board: the players, the face-up row, the decks, my hand, my tickets, and what I am asked.

import { make, soon, written } from "./posts.js";
import { sign } from "./symbols.js";
import { say } from "./words.js";

const CARDS = "PBOWGYKRL";

/** Cards as pictures: `cards("KKL")`. Several of one kind are one card with a number. */
export function cards(letters) {
  const kinds = [...CARDS].filter((card) => letters.includes(card));
  return make("span", { className: "cards", role: "img", ariaLabel: spoken(letters) }, ...kinds.map((card) => {
    const count = letters.split(card).length - 1;
    return make("span", { className: `card paint-${card}` }, sign(`card-${card}`), count > 1 ? make("b", {}, String(count)) : "");
  }));
}

/** Cards in words: `2 black, 1 locomotive`. */
export function spoken(letters) {
  return [...CARDS].filter((card) => letters.includes(card)).map((card) => `${letters.split(card).length - 1} ${say(`card-${card}`)}`).join(", ");
}

/** A button that plays an action by its line. */
export function actionButton(line, properties, ...children) {
  const button = make("button", { type: "button", ...properties }, ...children);
  button.dataset.action = line;
  return button;
}

/** A player's name with their sign. A computer is marked as one after its name, where there is room. */
export function player({ name, color, computer }) {
  const kind = computer ? name.lastIndexOf(" (") : -1, own = kind < 0 ? name : name.slice(0, kind);
  return make("span", { className: `player train-${color}` }, sign(`player-${color}`),
    make("span", {}, own, ...(kind < 0 ? [] : [make("span", { className: "kind" }, name.slice(kind))])));
}

let timed = false; // whether a time has been written: the first one takes a browser long

/** The end of a player's time, in the language and time zone of the browser. The first one comes a moment later. */
function until(seconds, own = false) {
  const place = make(own ? "span" : "small"), at = new Date(seconds * 1000);
  const write = () => {
    const text = say("until", { time: written(at, at - Date.now() < 20 * 3600 * 1000 ? "clock" : "later") });
    [place.textContent, timed] = [own ? `(${text})` : text, true];
  };
  if (timed) write();
  else soon(write);
  return place;
}

/** Everybody's trains, points and cards, and who the table waits for. */
export function players(table) {
  const { state, me, seated } = table;
  return Object.entries(state.players).map(([seat, one]) => {
    const stations = state.stationsEach - Object.values(state.stations).filter((owner) => owner === Number(seat)).length;
    const facts = [["points", one.total ?? one.points], ["trains", one.trains], ["cards", one.cards], ["tickets", one.tickets]];
    if (state.stationsEach) facts.push(["stations", stations]);
    const item = make("li", { className: `${one.waiting ? "waiting" : ""} ${seated && me.seat === Number(seat) ? "mine" : ""}` },
      player(one), make("span", { className: "facts" }, ...facts.map(([kind, count]) => make("span", { className: kind, role: "img", title: say(`fact-${kind}`), ariaLabel: `${say(`fact-${kind}`)}: ${count}` },
        make("i", { ariaHidden: "true" }, { points: "★", trains: "▬", cards: "▮", tickets: "✉", stations: "⌂" }[kind]), String(count)))));
    item.dataset.seat = seat;
    if (one.until && !(seated && me.seat === Number(seat))) item.append(until(one.until));
    if (one.waiting) item.append(make("span", { className: "hidden" }, say("waiting-here")));
    return item;
  });
}

/** One sentence: what I have to do, or who the table waits for; and my deadline, if there is one. */
export function prompt({ state, me }) {
  const waiting = Object.values(state.players).filter((one) => one.waiting).map(({ name }) => name).join(", ");
  if (state.over) {
    const first = Object.values(state.players).filter(({ place }) => place === 1).map(({ name }) => name).join(", ");
    return [state.aborted ? say("aborted") : say("over", { who: first })];
  }
  if (me.decision !== "none") {
    const asked = [...(state.paused ? [say("paused")] : []), say(me.decision, { least: me.keep }), ...(state.turnsLeft === undefined ? [] : [say("last-round")])];
    const { until: end } = state.players[me.seat];
    return [asked.join(" "), ...(end ? [" ", until(end, true)] : [])];
  }
  return [state.paused ? say("paused") : say("waiting-for", { who: waiting })];
}

/** The face-up row and the decks. What can be taken now is a button that can be pressed. */
export function row({ state, me }) {
  const can = (line) => me.actions.includes(line);
  const slots = [...state.row].map((card, place) => {
    const line = `draw ${place + 1}${card}`, empty = card === "-";
    const slot = actionButton(line, { className: `card slot ${empty ? "empty" : `paint-${card}`}`, disabled: !can(line), ariaLabel: empty ? say("slot-empty") : say("slot", { place: place + 1, cards: say(`card-${card}`) }) },
      ...(empty ? [] : [sign(`card-${card}`), make("small", {}, card)]));
    slot.dataset.slot = String(place + 1);
    return slot;
  });
  const deck = actionButton("draw deck", { className: "card back", disabled: !can("draw deck") },
    make("span", { className: "hidden" }, `${say("draw-deck")} `), make("b", {}, String(state.deck)), " ", make("small", {}, say("deck")));
  deck.dataset.deck = "";
  const tickets = actionButton("draw tickets", { className: "card back tickets", disabled: !can("draw tickets") },
    make("span", { className: "hidden" }, `${say("draw-tickets")} `), make("b", {}, String(state.ticketDeck)), " ", make("small", {}, say("ticket-deck")));
  return [...slots, deck, tickets];
}

/** My cards by colour. */
export function hand({ me, held }) {
  return [...CARDS].filter((card) => held(card)).map((card) =>
    make("li", { className: `card paint-${card}`, title: `${held(card)} ${say(`card-${card}`)}` },
      sign(`card-${card}`), make("b", {}, String(held(card))), make("span", { className: "hidden" }, say(`card-${card}`))));
}

/** My tickets, each with whether it is done, possible or blocked. `look(number)` shows one on the board. */
export function tickets({ board, me }, look) {
  return Object.entries(me.tickets).map(([number, { progress, trains, stations, mandala, points: won }]) => {
    const { name, points } = board.tickets[number];
    const possible = progress === "possible", needs = possible ? `▬ ${trains}${stations ? ` ⌂ ${stations}` : ""}` : say(`ticket-${mandala ? "mandala" : progress}`);
    const title = possible ? say("ticket-needs", { count: trains }) : "";
    const button = make("button", { type: "button", className: `ticket ${progress}`, onclick: () => look(number) },
      make("span", {}, name), make("b", {}, String(won ?? points)), make("small", { title, ariaLabel: title || needs, role: "img" }, needs));
    button.dataset.ticket = number;
    return make("li", {}, button);
  });
}

/** What I can choose: tickets to keep, the surcharge of a tunnel, a vote, or an undo. Empty if there is nothing. */
export function choice(table, chosen, { look, change }) {
  return [...decided(table, chosen, look, change), ...vote(table.me)];
}

function decided(table, chosen, look, change) {
  const { me } = table;
  if (me.decision === "choose-tickets") return offered(table, chosen, look, change);
  if (me.decision === "settle-tunnel") return tunnel(table);
  return me.undo === undefined ? [] : [actionButton(`undo ${me.undo}`, {}, say("undo"))];
}

/** A vote of the table that waits for mine. */
function vote({ vote: asked }) {
  if (!asked) return [];
  const button = (answer) => actionButton(`vote ${answer} ${asked.number}`, {}, say(`vote-${answer}`));
  return [make("p", {}, asked.text), make("div", { className: "buttons" }, button("yes"), button("no"))];
}

function offered({ board, me }, chosen, look, change) {
  const options = me.offer.map((number, place) => {
    const { name, points, long } = board.tickets[number];
    const button = make("button", { type: "button", className: `ticket offered ${long ? "long" : ""}`, ariaPressed: String(chosen.has(number)) },
      make("i", { className: "box", ariaHidden: "true" }, chosen.has(number) ? "☑" : "☐"), make("span", {}, `${place + 1}. ${name}`), make("b", {}, String(points)));
    button.dataset.ticket = number;
    button.onclick = () => {
      if (!chosen.delete(number)) chosen.add(number);
      look(number, chosen.has(number));
      change();
    };
    return button;
  });
  const kept = [...chosen].sort((one, other) => one - other);
  const fits = kept.length >= me.keep && kept.length <= me.keepMost;
  const keep = actionButton(`keep ${kept.join(",") || "none"}`, { className: "main", disabled: !fits }, say("keep", { count: kept.length }));
  return [make("div", { className: "offer", role: "group", ariaLabel: say("choose-tickets", { least: me.keep }) }, ...options), keep];
}

function tunnel({ state, board, me }) {
  const { route, laid, revealed } = state.tunnel;
  const { a, b } = board.routes[route];
  const pays = me.actions.map((line) => (line === "decline"
    ? actionButton(line, { className: "danger" }, say("decline"))
    : actionButton(line, { className: "main" }, say("pay"), " ", cards(line.slice(4)))));
  return [make("p", {}, `${board.cities[a].name} – ${board.cities[b].name}: ${say("tunnel-owed", { count: me.owed })}`),
    make("p", { className: "laid" }, say("tunnel-laid"), " ", cards(laid), " ", say("tunnel-revealed"), " ", cards(revealed)),
    make("div", { className: "buttons" }, ...pays)];
}
