// The table as the program sends it, the board that it is played on, and what follows from both.

import { fileOf } from "./files.js";
import { token } from "./identity.js";

/** A value with a merge patch (RFC 7396): null removes, objects are merged, the rest replaces. */
export function merged(value, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const result = value !== null && typeof value === "object" && !Array.isArray(value) ? { ...value } : {};
  for (const [key, inner] of Object.entries(patch)) {
    if (inner === null) delete result[key];
    else result[key] = merged(result[key], inner);
  }
  return result;
}

/** The shapes of a board. */
export function boardOf(edition, language) {
  return fileOf(shapesFile(edition, language));
}

/** The path of the shapes of a board. */
export function shapesFile(edition, language) {
  return `board/${edition}/${language}.json`;
}

/** Keep the table that a channel shows, for this tab: the next time it is drawn before the program has answered. */
export function keepShown(channel, state) {
  sessionStorage.shown = JSON.stringify({ token: token(), channel, state });
}

/** The table that this tab was last shown in a channel; null if there is none. */
export function lastShown(channel) {
  let kept = null;
  try { kept = JSON.parse(sessionStorage.shown ?? "null"); } catch { /* none */ }
  return kept?.token === token() && kept.channel === channel ? kept.state : null;
}

export function forgetShown() {
  delete sessionStorage.shown;
}

export const nobody = { hand: "", tickets: {}, offer: [], actions: [], decision: "none", payable: {}, ways: {}, stationWays: [], revision: 0 };

/** A table: its state, its board, and the questions that the page asks about them. */
export function tableOf(state, board) {
  const me = { ...nobody, ...state.me };
  const seated = state.me !== undefined;
  const sides = {};
  for (const [id, { double }] of Object.entries(board.routes)) if (double) (sides[double] ??= []).push(id);
  const twins = (id) => (sides[board.routes[id].double] ?? []).filter((other) => other !== id);

  /** "own", "open", "taken", or "closed": the other side of a double route that is closed to me. */
  function standing(id) {
    if (id in state.routes) return seated && state.routes[id] === me.seat ? "own" : "taken";
    if (id in state.closed || (seated && twins(id).some((other) => state.routes[other] === me.seat))) return "closed";
    return "open";
  }

  const price = ({ length, color, ferry, tunnel }) => `${length}${color}${ferry}${tunnel ? "t" : ""}`;
  const ways = (id) => (id in me.payable ? me.ways[price(board.routes[id])] : []);
  const held = (card) => me.hand.split(card).length - 1;

  /** How many cards are missing for a route, with the colour that comes nearest. */
  function missing(id) {
    const { length, color, ferry, tunnel } = board.routes[id];
    const takes = { "all-routes": true, "tunnels-and-ferries": tunnel || ferry > 0, tunnels: tunnel };
    const jokers = takes[state.locomotives] ? held("L") : 0;
    const best = Math.max(...(color ? [color] : [..."PBOWGYKR"]).map(held));
    return Math.max(length - best - jokers, ferry - jokers, 0);
  }

  return { state, board, me, seated, standing, ways, missing, held, twins, paths: paths(state, board, me, standing) };
}

/** For each of my tickets that is possible, the routes of its cheapest way: the fewest trains. */
function paths(state, board, me, standing) {
  const stationsLeft = (state.stationsEach ?? 0) - Object.values(state.stations ?? {}).filter((seat) => seat === me.seat).length;
  const costs = { own: () => 0, open: (length) => length, taken: () => (stationsLeft > 0 ? 100 : Infinity), closed: () => Infinity };
  const steps = {};
  for (const [id, { a, b, length }] of Object.entries(board.routes)) {
    const cost = costs[standing(id)](length);
    if (cost === Infinity) continue;
    (steps[a] ??= []).push([b, id, cost]);
    (steps[b] ??= []).push([a, id, cost]);
  }
  const found = {};
  for (const [number, { progress }] of Object.entries(me.tickets)) {
    if (progress === "possible") found[number] = cheapest(steps, board.tickets[number]);
  }
  for (const number of me.offer) found[number] ??= cheapest(steps, board.tickets[number]);
  return found;
}

function cheapest(steps, { from, to }) {
  const costs = new Map(from.map((city) => [city, 0])), came = new Map(), done = new Set();
  let here;
  for (;;) {
    here = null;
    for (const [city, cost] of costs) if (!done.has(city) && (here === null || cost < costs.get(here))) here = city;
    if (here === null || to.includes(here)) break;
    done.add(here);
    for (const [there, route, cost] of steps[here] ?? []) {
      const total = costs.get(here) + cost + 0.001;
      if (total < (costs.get(there) ?? Infinity)) {
        costs.set(there, total);
        came.set(there, [here, route]);
      }
    }
  }
  const way = [];
  for (let city = here; came.has(city); city = came.get(city)[0]) way.unshift(came.get(city)[1]);
  return way;
}
