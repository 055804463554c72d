// A route or a city in detail, with what I can do there; and all routes as a list.

import { actionButton, cards, player } from "./hand.js";
import { make } from "./posts.js";
import { say } from "./words.js";

const MOST_NEAR = 2; // other routes that a tap may have meant

const name = (board, { a, b }) => `${board.cities[a].name} – ${board.cities[b].name}`;

/** A route in words: its length, colour and kind. */
function facts({ length, color, tunnel, ferry }, points) {
  return [say("spaces", { count: length }), color ? say(`card-${color}`) : say("any-color"), ...(tunnel ? [say("tunnel")] : []),
    ...(ferry ? [say("ferry", { count: ferry })] : []), say("worth", { count: points })].join(" · ");
}

/** What stands in the way of a claim, or what it costs. */
function status(table, id) {
  const { state, board, me, standing, missing } = table;
  const owner = state.routes[id];
  if (owner !== undefined) return say("owned-by", { who: state.players[owner].name });
  if (standing(id) === "closed") return say("closed");
  if (!table.seated) return "";
  if (state.players[me.seat].trains < board.routes[id].length) return say("too-few-trains");
  const lacking = missing(id);
  return lacking ? say("missing", { count: lacking }) : id in me.payable ? say("payable") : "";
}

/** Buttons for the ways to pay, of which one is chosen, and one that pays so. */
function payment(table, ways, chosen, choose, line, label) {
  const way = ways.includes(chosen) ? chosen : ways[0];
  const left = [...way].reduce((hand, card) => hand.replace(card, ""), table.me.hand);
  const asked = table.me.decision === "take-turn";
  const options = ways.map((one) => make("button", { type: "button", className: "way", ariaPressed: String(one === way), onclick: () => choose(one) }, cards(one)));
  const pay = actionButton(`${line} ${way}`, { className: "main", disabled: !asked }, label);
  return [
    ...(ways.length > 1 ? [make("div", { className: "ways", role: "group", ariaLabel: say("payment") }, ...options)] : [make("p", {}, say("costs"), " ", cards(way))]),
    make("div", { className: "buttons" }, pay),
    make("p", { className: "left" }, asked ? "" : `${say("not-now")} `, left ? say("then-left") : say("no-cards-left"), " ", left ? cards(left) : ""),
  ];
}

/** A route: what it is, whose, what it costs me, and the claim. */
export function routeSheet(table, { route: id, near = [] }, chosen, choose) {
  const { state, board, me, ways, twins, seated } = table;
  const route = board.routes[id], owner = state.routes[id], payable = ways(id);
  const parts = [make("h2", {}, name(board, route)), make("p", { className: "facts" }, facts(route, state.routePoints[route.length]))];
  if (owner !== undefined) parts.push(make("p", {}, player(state.players[owner])));
  else parts.push(make("p", { className: "status" }, status(table, id)));
  if (seated && !state.over && payable.length) {
    parts.push(...payment(table, payable, chosen, choose, `claim ${id}`, say("claim")),
      make("p", { className: "left" }, say("trains-left", { count: state.players[me.seat].trains - route.length })));
  }
  const side = twins(id)[0];
  if (side) parts.push(placeButton(table, side, say("other-side")));
  return [...parts, ...others(table, near.filter((one) => one !== side && one !== id))];
}

/** The nearest other routes. */
function others(table, near) {
  if (!near.length) return [];
  return [make("p", { className: "left" }, say("near")), make("div", { className: "lines" }, ...near.slice(0, MOST_NEAR).map((one) => placeButton(table, one)))];
}

function placeButton({ board, state }, id, label = "") {
  const route = board.routes[id];
  const button = make("button", { type: "button", className: `line ${id in state.routes ? "taken" : ""}` },
    make("span", { className: `swatch ${route.color ? `paint-${route.color}` : "paint-gray"}` }, String(route.length)), label || name(board, route));
  button.dataset.open = id;
  return button;
}

const isEnd = ({ from, to }, city) => from.includes(city) || to.includes(city);

/** A city: its routes, my tickets there, and a station. */
export function citySheet(table, { city: id, near = [] }, chosen, choose) {
  const { state, board, me, seated } = table;
  const parts = [make("h2", {}, board.cities[id].name)];
  const owner = state.stations[id];
  if (owner !== undefined) parts.push(make("p", {}, say("station-of"), " ", player(state.players[owner])));
  for (const number of [...Object.keys(me.tickets), ...me.offer]) {
    const ticket = board.tickets[number];
    if (isEnd(ticket, id)) parts.push(make("p", { className: "facts" }, `✉ ${ticket.name} · ${say("worth", { count: ticket.points })}`));
  }
  if (owner === undefined && seated && !state.over && me.stationWays.length) parts.push(...payment(table, me.stationWays, chosen, choose, `station ${id}`, say("build")));
  const routes = Object.entries(board.routes).filter(([, { a, b }]) => a === id || b === id);
  parts.push(make("div", { className: "lines" }, ...routes.map(([route]) => placeButton(table, route))), ...others(table, near.filter((one) => !routes.some(([route]) => route === one))));
  return parts;
}

/** The cities that fit a filter by name, each with its station and the number of my tickets there. */
function cityList({ state, board, me }, wanted) {
  const mine = [...Object.keys(me.tickets), ...me.offer].map((number) => board.tickets[number]);
  const found = Object.entries(board.cities).filter(([, city]) => city.name.toLowerCase().includes(wanted));
  return found.sort(([, one], [, other]) => one.name.localeCompare(other.name)).map(([id, city]) => {
    const owner = state.stations[id], tickets = mine.filter((ticket) => isEnd(ticket, id)).length;
    const facts = [...(owner === undefined ? [] : [`${say("station-of")} ${state.players[owner].name}`]), ...(tickets ? [`${say("my-tickets")}: ${tickets}`] : [])];
    const button = make("button", { type: "button", className: `line ${tickets ? "needed" : ""}` }, make("span", {}, city.name), ...(facts.length ? [make("small", {}, facts.join(" · "))] : []));
    button.dataset.openCity = id;
    return make("li", {}, button);
  });
}

/** The routes that fit a filter, the most useful first. */
export function routeList(table, { typed, color, length, only }) {
  const { state, board, me, paths, standing } = table;
  const needed = new Set(Object.values(paths).flat());
  const wanted = typed.trim().toLowerCase();
  if (only === "cities") return cityList(table, wanted);
  const fits = ([id, route]) => (!wanted || name(board, route).toLowerCase().includes(wanted)) && (!color || route.color === (color === "-" ? "" : color))
    && (!length || route.length === Number(length)) && (only !== "tickets" || needed.has(id)) && (only !== "payable" || id in me.payable) && (only !== "open" || standing(id) === "open");
  const worth = ([id, route]) => (standing(id) === "open" ? 1000 : 0) + (needed.has(id) && standing(id) === "open" ? 200 : 0) + (id in me.payable ? 100 : 0) + state.routePoints[route.length];
  const found = Object.entries(board.routes).filter(fits).sort((one, other) => worth(other) - worth(one) || name(board, one[1]).localeCompare(name(board, other[1])));
  return found.map(([id, route]) => {
    const button = placeButton(table, id);
    button.classList.toggle("payable", id in me.payable);
    button.classList.toggle("needed", needed.has(id) && standing(id) === "open");
    button.append(make("small", {}, [facts(route, state.routePoints[route.length]), status(table, id), needed.has(id) && standing(id) === "open" ? say("for-tickets") : ""].filter(Boolean).join(" · ")));
    return make("li", {}, button);
  });
}
