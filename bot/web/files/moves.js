// What has happened between two states of a table, and how it is shown: one move after the other.

import { make } from "./posts.js";
import { play } from "./sound.js";
import { sign } from "./symbols.js";

const STEP = 600, CAR = 90, MOST = 8; // milliseconds of a move, between two cars; moves that are shown one by one

/** The moves that lead from one state of a game to the next, as far as everybody sees them. */
export function movesBetween(before, after) {
  const moves = [];
  for (const [route, seat] of Object.entries(after.routes)) if (!(route in before.routes)) moves.push({ kind: "claim", route, seat });
  for (const [city, seat] of Object.entries(after.stations)) if (!(city in before.stations)) moves.push({ kind: "station", city, seat });
  if (after.tunnel && !before.tunnel) moves.push({ kind: "tunnel", route: after.tunnel.route, seat: after.tunnel.seat });
  for (const [seat, { cards, tickets }] of Object.entries(after.players)) {
    const earlier = before.players[seat];
    if (!earlier) continue;
    if (cards > earlier.cards) moves.push({ kind: "card", seat: Number(seat), ...taken(before, after) });
    if (tickets > earlier.tickets) moves.push({ kind: "tickets", seat: Number(seat) });
  }
  return moves;
}

/** The face-up card that is gone: its place and its colour. Nothing if a card came from the deck. */
function taken(before, after) {
  const changed = [...before.row].map((card, place) => ({ card, place })).filter(({ card, place }) => after.row[place] !== card);
  return changed.length === 1 ? changed[0] : {};
}

/**
 * Show moves. A press or a key ends them. With reduced motion there are only sounds. `find` finds the parts of
 * the page: `route(id)`, `city(id)`, `player(seat)`, `slot(place)`, `deck()` and `tickets()`.
 */
export function keepMoves(find) {
  let running = [], free = 0;

  function end() {
    running.forEach((one) => one.finish());
    [running, free] = [[], 0];
  }

  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, end, true);

  /** Animate an element; `wait` milliseconds pass before. */
  function animate(element, frames, wait, options = {}) {
    const one = element.animate(frames, { duration: STEP * 0.8, delay: wait, fill: "backwards", easing: "ease-out", ...options });
    running.push(one);
    one.finished.catch(() => {}).finally(() => { running = running.filter((other) => other !== one); });
    return one;
  }

  /** A card that goes from one place of the page to another. */
  function fly(from, to, card, wait) {
    if (!from || !to) return;
    const [start, stop] = [from, to].map((one) => one.getBoundingClientRect());
    if (!start.width || !stop.width) return;
    const flying = make("span", { className: `card flying ${card ? `paint-${card}` : "back"}`, ariaHidden: "true" }, ...(card ? [sign(`card-${card}`)] : []));
    Object.assign(flying.style, { left: `${start.left}px`, top: `${start.top}px`, width: `${start.width}px`, height: `${start.height}px` });
    document.body.append(flying);
    const shift = `translate(${stop.left + stop.width / 2 - start.left - start.width / 2}px, ${stop.top + stop.height / 2 - start.top - start.height / 2}px)`;
    animate(flying, [{ opacity: 0, transform: "none" }, { opacity: 1, offset: 0.1 }, { opacity: 1, transform: `${shift} scale(0.4)` }], wait).finished
      .catch(() => {}).finally(() => flying.remove());
  }

  const shows = {
    claim({ route }, wait) {
      find.route(route).forEach((car, place) => animate(car, [{ opacity: 0, scale: "2.2" }, { opacity: 1, scale: "1" }], wait + place * CAR, { duration: STEP / 2 }));
    },
    station({ city }, wait) {
      for (const piece of find.city(city)) animate(piece, [{ opacity: 0, scale: "2.5" }, { opacity: 1, scale: "1" }], wait);
    },
    tunnel({ route }, wait) {
      for (const space of find.spaces(route)) animate(space, [{ fill: "#fff" }, { fill: "transparent" }], wait, { iterations: 2, duration: STEP / 2 });
    },
    card({ seat, card, place }, wait) { fly(card ? find.slot(place) : find.deck(), find.player(seat), card, wait); },
    tickets({ seat }, wait) { fly(find.tickets(), find.player(seat), "", wait); },
  };

  return {
    /** Show these moves after those that are being shown; of very many, only the newest. */
    show(moves) {
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.visibilityState === "hidden";
      for (const move of moves.slice(-MOST)) {
        const now = performance.now(), wait = Math.max(0, free - now);
        play(move.kind, wait / 1000);
        if (!still) shows[move.kind](move, wait);
        free = now + wait + STEP;
      }
    },
    end,
  };
}
