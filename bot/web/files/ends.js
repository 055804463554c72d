// The end of a game: the score sheet as a table, everybody's tickets, the longest paths, and what can be done next.

import { player } from "./hand.js";
import { inscribe, make } from "./posts.js";
import { say } from "./words.js";

/** The seats, the first place first, and those without a place last. */
function ranked({ players }) {
  const rank = (seat) => players[seat].place || Infinity;
  return Object.keys(players).sort((one, other) => (rank(one) > rank(other)) - (rank(one) < rank(other)) || one - other);
}

/** The routes of all longest paths that won the bonus. */
export function longestPaths({ sheet = {} }) {
  return Object.values(sheet).filter(({ pathBonus }) => pathBonus).flatMap(({ path }) => path);
}

/** The score sheet: a column for each player, a row for each kind of points. */
export function scoreTable(state) {
  const { players, sheet } = state, seats = ranked(state);
  const any = (key) => seats.some((seat) => sheet[seat][key]);
  const rows = [["score-routes", "routes"], ["score-tickets", "ticketPoints"],
    ...(state.stationsEach ? [["score-stations", "stationPoints"]] : []),
    ...[["score-longest-path", "pathBonus"], ["score-globetrotter", "globetrotter"], ["score-mandala", "mandala"]].filter(([, key]) => any(key))];
  const head = seats.map((seat) => make("th", { scope: "col" }, player(players[seat])));
  const line = (title, values, className = "") => make("tr", { className }, make("th", { scope: "row" }, title), ...values.map((value) => make("td", {}, String(value))));
  return make("table", { className: "scores" }, make("caption", { className: "hidden" }, say("score-sheet")),
    make("thead", {}, make("tr", {}, make("td", {}), ...head)),
    make("tbody", {}, line(say("place"), seats.map((seat) => players[seat].place || "–")),
      ...rows.map(([title, key]) => line(say(title), seats.map((seat) => (key === "pathBonus" ? `${sheet[seat].pathBonus} (${sheet[seat].pathLength})` : sheet[seat][key])))),
      line(say("total"), seats.map((seat) => players[seat].total), "total")));
}

/** Some tickets of a player, each as a button that shows it: `tickets` are pairs of a number and whether it is done. */
export function ticketList(tickets, board, look) {
  return make("ul", { className: "held" }, ...tickets.map(([number, done, over]) => {
    const { name, points } = board.tickets[number];
    const status = say(done ? "ticket-done" : over ? "ticket-missed" : "ticket-open");
    const button = make("button", { type: "button", className: `ticket ${done ? "done" : over ? "cut-off" : ""}`, onclick: () => look(number) },
      make("span", {}, name), make("b", {}, String(points)), make("small", {}, status));
    button.dataset.ticket = number;
    return make("li", {}, button);
  }));
}

/** What stands below the board once the game has ended. */
export function ending(table, { command, press, replay, look }) {
  const { state, seated } = table;
  const button = (key, onclick, className = "") => make("button", { type: "button", className, onclick }, say(key));
  const again = seated ? button("rematch", () => press(`${state.game}.0.rematch`), "main") : button("play-again", () => command([`/new ${state.boardId}`]), "main");
  const buttons = [again, button("replay", () => replay(state.game))];
  if (!state.aborted) buttons.push(button("share-replay", () => press(`${state.game}.0.share`)));
  const parts = [make("div", { className: "buttons ends" }, ...buttons)];
  if (!state.sheet) return parts;
  const tickets = ranked(state).flatMap((seat) => [make("h3", {}, player(state.players[seat])),
    ticketList(Object.entries(state.sheet[seat].tickets).map(([number, done]) => [number, done, true]), table.board, look)]);
  return [...parts, scoreTable(state), make("h2", {}, say("all-tickets")), make("div", { className: "all-tickets" }, ...tickets)];
}

/** What somebody who only looks on is told and offered: an onlooker, or a player for whom a computer plays. */
export function watching({ state, seated }, command) {
  if (seated && !state.joins) return [];
  const line = make("p", { className: "watching" }, say(seated ? "played-for-me" : "watching"), ...(state.joins ? [] : [" ", say("all-taken")]));
  const join = make("button", { type: "button", className: "main", onclick: () => command(["/join"]) }, say(seated ? "come-back" : "take-over"));
  return [line, make("div", { className: "buttons ends" }, ...(state.joins ? [join] : elsewhere(command)))];
}

/** What somebody can do who finds no free seat, where there is a chat around the board. */
export function elsewhere(command) {
  if (document.body.classList.contains("app")) return [];
  const button = (line, text, className = "") => make("button", { type: "button", className, onclick: () => command([line]) }, text);
  return [button("/practice", say("play-computer"), "main"), button("/notify", say("menu-notify"))];
}

/** Make the link to a replay in an answer a link, which can be copied. */
export function linkReplay(place, link) {
  const text = place.querySelector(".text"), address = new URL(link, location.origin).href;
  const copy = make("button", { type: "button" }, say("copy-link"));
  copy.onclick = () => navigator.clipboard.writeText(address).then(() => { copy.textContent = say("copied"); }, () => {});
  const [before, after] = text.textContent.split(link);
  text.replaceChildren();
  inscribe(text, before, []);
  text.append(make("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, address), after);
  text.after(make("div", { className: "buttons" }, copy));
}
