// The board: routes and cities as shapes over the painted map, which can be pressed, moved and brought nearer.

import { addressOf } from "./files.js";
import { forgetPress } from "./posts.js";
import { svg } from "./symbols.js";
import { say } from "./words.js";

const WIDE = 21, ROUND = 5, NEAR = 26, UNSURE = 14, CLOSEST = 6; // in pixels of the map: a car, its corners; of the window: a finger's reach, and how far it may miss; how near it comes

// A wheel, in pixels: a line and a notch of a mouse, which zooms by a quarter; the most of one event; and how much a pixel zooms.
// A trackpad tells a pinch as a wheel with Ctrl, in small steps.
const LINE = 100 / 3, NOTCH = 100, FARTHEST = 250, WHEEL = Math.log(1.25) / NOTCH, PINCH = 0.01;

/**
 * Keep the board in `place`. `press({ route })` or `press({ city })` is called with what is pressed, and
 * `press({})` with a press on nothing.
 */
export function keepBoard({ place, press }) {
  const picture = svg("svg", { id: "board", role: "img", preserveAspectRatio: "xMidYMid meet" });
  place.prepend(picture);
  let table = null, drawn = "", chosen = "", size = [1600, 1080], box = [0, 0, ...size];
  let room = [0, 0], laid = 0; // the place in pixels; the scale that the board is laid out for, or 0 for the whole
  const routes = new Map(), cities = new Map();
  let marks = null;

  // Drawing

  /** Draw a board that is not there yet. */
  function lay(board, edition) {
    const key = `${edition} ${board.title} ${Object.values(board.cities)[0]?.text}`;
    if (key === drawn) return;
    [drawn, chosen] = [key, ""];
    size = board.size;
    picture.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    routes.clear();
    cities.clear();
    const land = svg("image", { href: addressOf(`board/${edition}/${board.map}`), width: size[0], height: size[1] });
    picture.classList.add("unpainted");
    land.addEventListener("load", () => picture.classList.remove("unpainted"));
    marks = svg("g", { class: "marks" });
    const names = svg("g", { class: "names" });
    picture.replaceChildren(
      svg("rect", { class: "paper", width: size[0], height: size[1] }), land,
      svg("g", { class: "routes" }, ...Object.entries(board.routes).map(([id, route]) => drawRoute(id, route, board))),
      marks,
      svg("g", { class: "cities" }, ...Object.entries(board.cities).map(([id, city]) => drawCity(id, city))),
      names,
    );
    for (const city of Object.values(board.cities)) names.append(drawName(city));
    whole();
  }

  function drawRoute(id, route, board) {
    const group = svg("g", { "data-route": id, class: "route" });
    const points = wayOf(route, board);
    const paint = `space ${route.color ? `paint-${route.color}` : "paint-gray"}`;
    const spaces = route.cars.map((car) => svg("path", { class: paint, d: outline(car) }));
    group.append(svg("polyline", { class: route.double ? "reach side" : "reach", points: route.cars.map(([x, y]) => `${x},${y}`).join(" ") }), ...spaces);
    routes.set(id, { group, points, cars: route.cars, pieces: [], color: null, kinds: "" });
    return group;
  }

  function drawCity(id, { at: [cx, cy] }) {
    const group = svg("g", { "data-city": id, class: "city" }, svg("circle", { class: "reach", cx, cy, r: 16 }));
    cities.set(id, { group, at: [cx, cy], piece: null, color: null });
    return group;
  }

  function drawName({ text, label: [x, y, width, height] }) {
    return svg("text", { x: x + width / 2, y: y + height * 0.79, textLength: width, lengthAdjust: "spacingAndGlyphs" }, text);
  }

  /** Show a table: who owns what, what I can pay for, what I need, and what is new to me. */
  function show(shown, fresh) {
    table = shown;
    const { state, board, me, standing, paths, seated } = table;
    lay(board, state.edition);
    const needed = new Set(Object.values(paths).flat().filter((id) => standing(id) !== "own"));
    const mayClaim = me.decision === "take-turn";
    for (const [id, route] of routes) {
      const owner = state.routes[id];
      const kinds = { taken: owner !== undefined, closed: owner === undefined && id in state.closed, payable: seated && !state.over && id in me.payable,
        needed: needed.has(id) && owner === undefined, fresh: fresh.has(id), now: mayClaim };
      dress(id, Object.keys(kinds).filter((kind) => kinds[kind]).join(" "));
      put(route, owner === undefined ? null : state.players[owner].color);
    }
    for (const [id, city] of cities) {
      const owner = state.stations[id], color = owner === undefined ? null : state.players[owner].color;
      city.group.classList.toggle("fresh", fresh.has(id));
      if (city.color === color) continue;
      city.color = color;
      city.piece?.remove();
      city.piece = color && station(color, city.at);
      if (city.piece) city.group.append(city.piece);
    }
    picture.setAttribute("aria-label", say("board-label", { count: Object.keys(state.routes).length }));
  }

  /** Give a route its classes, if they have changed. */
  function dress(id, kinds) {
    const route = routes.get(id);
    if (route.kinds === kinds) return;
    route.kinds = kinds;
    route.group.setAttribute("class", `route ${kinds}${id === chosen ? " chosen" : ""}`);
  }

  /** Put trains of a colour on a route, or take them away. */
  function put(route, color) {
    if (route.color === color) return;
    route.color = color;
    route.pieces.forEach((one) => one.remove());
    route.pieces = color === null ? [] : route.cars.map((car) => svg("g", { class: `wagon train-${color}` },
      svg("path", { class: "rim", d: outline(car, 2) }), svg("path", { class: "body", d: outline(car) }), ...piece(color, car, 8)));
    route.group.append(...route.pieces);
  }

  function station(color, [x, y]) {
    return svg("g", { class: `station train-${color}` }, svg("rect", { x: x - 17, y: y - 17, width: 34, height: 34, rx: 7 }), ...piece(color, [x, y], 11));
  }

  function piece(color, [x, y], radius) {
    return [svg("circle", { class: "plate", cx: x, cy: y, r: radius * 1.15 }),
      svg("use", { href: `#player-${color}`, x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius })];
  }

  /** Mark the cities and the way of a ticket, or what is chosen; without arguments, mark nothing. */
  function mark({ way = [], ends = [], route = "", city = "" } = {}) {
    if (!marks) return;
    const lines = way.filter((id) => routes.has(id)).map((id) => svg("polyline", { class: "way", points: routes.get(id).points }));
    const rings = [...ends, ...(city ? [city] : [])].filter((id) => cities.has(id)).map((id) => svg("circle", { class: "ring", cx: cities.get(id).at[0], cy: cities.get(id).at[1], r: 24 }));
    marks.replaceChildren(...lines, ...rings);
    for (const id of [chosen, route]) routes.get(id)?.group.classList.toggle("chosen", id === route);
    chosen = route;
  }

  // Pressing

  /**
   * What is at a point of the window: the nearest within a finger's width, and as `near` the routes that the finger may have
   * meant as well.
   */
  function at(clientX, clientY, target) {
    const hit = target.closest("[data-city], [data-route]");
    const [x, y] = onMap({ clientX, clientY }), unit = scale(), reach = NEAR / unit;
    const routesBy = [...routes].map(([route, { cars }]) => [route, Math.min(...cars.map((car) => away(car, x, y)))]).sort(([, one], [, other]) => one - other);
    const [[route, far]] = routesBy, near = routesBy.filter(([, distance]) => distance < Math.max(far, UNSURE / unit)).map(([one]) => one);
    if (hit?.dataset.city) return { city: hit.dataset.city, near };
    const hitFar = routesBy.find(([one]) => one === hit?.dataset.route)?.[1] ?? 0;
    if (hitFar > reach) return { route: hit.dataset.route }; // a script has pressed it, without a place
    const citiesBy = [...cities].map(([city, { at: [cityX, cityY] }]) => [city, Math.hypot(cityX - x, cityY - y)]).sort(([, one], [, other]) => one - other);
    const [[city, cityFar]] = citiesBy;
    if (cityFar < (hit ? 12 : Math.min(far, reach * 0.7))) return { city, near };
    if (!hit && far > reach) return {};
    return { route, near };
  }

  let moved = false;
  picture.addEventListener("click", (event) => { if (!moved) press(at(event.clientX, event.clientY, event.target)); });

  // Moving and zooming

  /** Pixels of the window for a unit of the map. */
  function scale() {
    if (!room[0]) room = [place.clientWidth, place.clientHeight];
    return (Math.min(room[0] / size[0], room[1] / size[1]) * size[0]) / box[2];
  }

  /** Where the map begins in the place. */
  function corner(unit) {
    return [(room[0] - box[2] * unit) / 2 - box[0] * unit, (room[1] - box[3] * unit) / 2 - box[1] * unit];
  }

  /**
   * Lay the board so that the box is in the middle. A board that is whole fills its place by itself. To move it
   * costs no drawing: it is a layer of its own.
   */
  function frame() {
    const near = box[2] < size[0] * 0.99, unit = near ? scale() : 0, [left, top] = near ? corner(unit) : [];
    picture.style.transform = near ? `translate(${left}px, ${top}px)` : "";
    if (unit !== laid) Object.assign(picture.style, near ? { width: `${size[0] * unit}px`, height: `${size[1] * unit}px` } : { width: "", height: "" });
    laid = unit;
    picture.dataset.box = box.map((edge) => edge.toFixed(1)).join(" ");
    place.classList.toggle("near", near);
  }

  new ResizeObserver(([{ contentRect }]) => {
    room = [contentRect.width, contentRect.height];
    frame();
  }).observe(place);

  function whole() {
    box = [0, 0, ...size];
    frame();
  }

  /** Zoom by a factor; a point of the map stays in its place. */
  function zoom(factor, x = box[0] + box[2] / 2, y = box[1] + box[3] / 2) {
    const wide = Math.min(Math.max(box[2] / factor, size[0] / CLOSEST), size[0]), share = wide / box[2];
    box = [x - (x - box[0]) * share, y - (y - box[1]) * share, wide, wide * (size[1] / size[0])];
    keepInside();
  }

  function move(x, y) {
    box = [box[0] + x, box[1] + y, box[2], box[3]];
    keepInside();
  }

  function keepInside() {
    box[0] = Math.min(Math.max(box[0], 0), size[0] - box[2]);
    box[1] = Math.min(Math.max(box[1], 0), size[1] - box[3]);
    frame();
  }

  /** A double tap or click zooms in, or out again. What its first tap opened is closed. */
  function nearerOrWhole(event) {
    press({});
    if (box[2] < size[0] * 0.99) whole();
    else zoom(2.5, ...onMap(event));
  }

  function onMap({ clientX, clientY }) {
    const { left, top } = place.getBoundingClientRect(), unit = scale(), [x, y] = corner(unit);
    return [(clientX - left - x) / unit, (clientY - top - y) / unit];
  }

  const fingers = new Map();
  let start = null, tapped = { at: 0 }, pointer = "mouse";
  picture.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    pointer = event.pointerType;
    if (fingers.size === 1) [moved, start] = [false, [event.clientX, event.clientY]];
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (!picture.contains(target)) tapped = { at: 0 }; // taps with one elsewhere between them are no double tap
  }, true);
  picture.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const other = [...fingers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    if (other) {
      const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      zoom(apart(event) / Math.max(apart(before), 1), ...onMap({ clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 }));
      moved = true;
      forgetPress();
    } else if (moved || Math.hypot(event.clientX - start[0], event.clientY - start[1]) > 6) {
      if (!moved) picture.setPointerCapture(event.pointerId);
      moved = true;
      forgetPress();
      const unit = scale();
      move((before.clientX - event.clientX) / unit, (before.clientY - event.clientY) / unit);
    }
    fingers.set(event.pointerId, event);
  });
  for (const kind of ["pointerup", "pointercancel"]) picture.addEventListener(kind, (event) => {
    fingers.delete(event.pointerId);
    if (kind === "pointercancel" || moved || event.pointerType === "mouse") return;
    const again = event.timeStamp - tapped.at < 300 && Math.hypot(event.clientX - tapped.x, event.clientY - tapped.y) < NEAR;
    tapped = again ? { at: 0 } : { at: event.timeStamp, x: event.clientX, y: event.clientY };
    moved = again;
    if (again) nearerOrWhole(event);
  });
  picture.addEventListener("dblclick", (event) => { if (pointer === "mouse") nearerOrWhole(event); }); // two taps are counted above
  place.addEventListener("wheel", (event) => {
    event.preventDefault();
    const [across, down] = turned(event);
    if (Math.abs(across) > Math.abs(down)) move(across / scale(), 0);
    else zoom(Math.exp(-down * (event.ctrlKey ? PINCH : WHEEL)), ...onMap(event));
  }, { passive: false });
  const keys = { "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), 0: whole,
    ArrowLeft: () => move(-box[2] / 8, 0), ArrowRight: () => move(box[2] / 8, 0), ArrowUp: () => move(0, -box[3] / 8), ArrowDown: () => move(0, box[3] / 8) };
  place.addEventListener("keydown", (event) => {
    if (event.target !== place || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  /** The parts of the board that moves are shown with. */
  const pieces = {
    route: (id) => routes.get(id)?.pieces ?? [],
    spaces: (id) => [...(routes.get(id)?.group.querySelectorAll(".space") ?? [])],
    city: (id) => [cities.get(id)?.piece].filter(Boolean),
  };

  return { show, mark, zoom, whole, pieces };
}

/** How far a point is from a car. */
function away([carX, carY, turn, length], x, y) {
  const [cos, sin] = [Math.cos, Math.sin].map((of) => of((turn * Math.PI) / 180));
  const along = (x - carX) * cos + (y - carY) * sin, across = (y - carY) * cos - (x - carX) * sin;
  return Math.hypot(Math.max(Math.abs(along) - length / 2, 0), across);
}

/** How far a wheel has turned, in pixels. With Shift, a wheel that turns one way only turns the other way. */
function turned({ deltaX, deltaY, deltaMode, shiftKey }) {
  const unit = [1, LINE, NOTCH][deltaMode], far = (delta) => Math.min(Math.max(delta * unit, -FARTHEST), FARTHEST);
  return shiftKey && !deltaX ? [far(deltaY), 0] : [far(deltaX), far(deltaY)];
}

/**
 * The path around a car, `more` pixels outside. It has no transformation: each one that a browser finds on the
 * board makes it slower to move.
 */
function outline([x, y, turn, length], more = 0) {
  const [cos, sin] = [Math.cos, Math.sin].map((of) => of((turn * Math.PI) / 180));
  const [far, side, round] = [length / 2 + more, WIDE / 2 + more, ROUND + more];
  const at = (along, across) => `${(x + along * cos - across * sin).toFixed(1)} ${(y + along * sin + across * cos).toFixed(1)}`;
  const corner = (from, to) => `L${at(...from)}A${round} ${round} 0 0 1 ${at(...to)}`;
  return `M${at(round - far, -side)}${corner([far - round, -side], [far, round - side])}${corner([far, side - round], [far - round, side])}${
    corner([round - far, side], [-far, side - round])}${corner([-far, round - side], [round - far, -side])}Z`;
}

function wayOf({ a, b, cars }, { cities }) {
  return [cities[a].at, ...cars.map(([x, y]) => [x, y]), cities[b].at].map(([x, y]) => `${x},${y}`).join(" ");
}
