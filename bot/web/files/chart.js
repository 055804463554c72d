// The points over time: a line for each player, told apart by its dashes and its signs too, not by colour alone.

import { svg } from "./symbols.js";
import { say } from "./words.js";

const HEIGHT = 150, LEFT = 34, RIGHT = 20, TOP = 14, BOTTOM = 14;
const DASHES = ["none", "9 4", "2 4", "12 3 2 3", "5 5"];
const SIGN = 7, SIGNS = 3;

/**
 * Keep a chart in `place`. `points` has for each turn the points by seat, `players` are those at the end, and
 * `seek(turn)` is called for a turn that is pressed.
 */
export function keepChart({ place, points, players, seek }) {
  const picture = svg("svg", { class: "chart", role: "img", "aria-label": spoken(players) });
  const now = svg("line", { class: "now", y1: TOP - 6, y2: HEIGHT - BOTTOM });
  let width = 0, shown = 0;
  place.append(picture);

  const last = Math.max(points.length - 1, 1);
  const least = Math.min(0, ...points.flat()), most = Math.max(10, ...points.flat());
  const across = (turn) => LEFT + (turn / last) * (width - LEFT - RIGHT);
  const up = (value) => TOP + ((most - value) / (most - least)) * (HEIGHT - TOP - BOTTOM);

  function draw() {
    width = place.clientWidth || 600;
    picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    picture.replaceChildren(...[...(least < 0 ? [least] : []), 0, most / 2, most].map((value) => scale(Math.round(value))), ...players.flatMap(lines), now, ...players.flatMap(signs));
    point(shown);
  }

  function scale(value) {
    return svg("g", { class: "scale" }, svg("line", { x1: LEFT, x2: width - RIGHT, y1: up(value), y2: up(value) }),
      svg("text", { x: LEFT - 6, y: up(value) + 4 }, String(value)));
  }

  function lines({ color }, seat) {
    const way = points.map((turn, place) => `${across(place).toFixed(1)},${up(turn[seat]).toFixed(1)}`).join(" ");
    return [svg("polyline", { class: "under", points: way, "stroke-dasharray": DASHES[seat] }), svg("polyline", { class: `line train-${color}`, points: way, "stroke-dasharray": DASHES[seat] })];
  }

  /** The sign of a player at the end of their line and along it, at other places than the signs of others. */
  function signs({ color }, seat) {
    const places = Array.from({ length: SIGNS }, (_, number) => Math.round(((number + (seat + 1) / (players.length + 1)) / SIGNS) * (last - 1)));
    return [...new Set([...places, points.length - 1])].map((turn) => svg("g", { class: `at train-${color}`, transform: `translate(${across(turn)} ${up(points[turn][seat])})` },
      svg("circle", { class: "plate", r: SIGN + 1 }), svg("use", { href: `#player-${color}`, x: -SIGN, y: -SIGN, width: 2 * SIGN, height: 2 * SIGN })));
  }

  /** Point at a turn. */
  function point(turn) {
    shown = turn;
    for (const end of ["x1", "x2"]) now.setAttribute(end, across(turn));
  }

  let held = false;
  const pressed = ({ clientX }) => {
    const { left } = picture.getBoundingClientRect();
    seek(Math.min(Math.max(Math.round(((clientX - left - LEFT) / (width - LEFT - RIGHT)) * last), 0), points.length - 1));
  };
  picture.addEventListener("pointerdown", (event) => { held = true; picture.setPointerCapture(event.pointerId); pressed(event); });
  picture.addEventListener("pointermove", (event) => { if (held) pressed(event); });
  for (const kind of ["pointerup", "pointercancel"]) picture.addEventListener(kind, () => { held = false; });
  new ResizeObserver(() => { if (place.clientWidth && place.clientWidth !== width) draw(); }).observe(place);
  draw();
  return { point };
}

function spoken(players) {
  return `${say("chart")}. ${players.map((one) => `${one.name}: ${one.total ?? one.points}`).join(", ")}`;
}
