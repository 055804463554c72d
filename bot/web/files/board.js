// The board: routes and cities as shapes over the painted map, which can be pressed, moved and brought nearer.

import { boardFile } from "./state.js";
import { svg } from "./symbols.js";
import { say } from "./words.js";

const WIDE = 21, NEAR = 26, CLOSEST = 6;

/**
 * Keep the board in `place`. `press({ route })` or `press({ city })` is called with what is pressed, and
 * `press({})` with a press beside everything.
 */
export function keepBoard({ place, press }) {
  const picture = svg("svg", { id: "board", role: "img", preserveAspectRatio: "xMidYMid meet" });
  place.prepend(picture);
  let table = null, drawn = "", size = [1600, 1080], box = [0, 0, ...size];
  const routes = new Map(), cities = new Map();
  let marks = null;

  // Drawing

  /** Draw a board that is not there yet. */
  function lay(board, edition) {
    const key = `${edition} ${board.title} ${Object.values(board.cities)[0]?.text}`;
    if (key === drawn) return;
    drawn = key;
    size = board.size;
    picture.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    routes.clear();
    cities.clear();
    const land = svg("image", { href: boardFile(edition, board.map), width: size[0], height: size[1] });
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
    const spaces = route.cars.map(([x, y, turn, length]) => svg("g", { transform: `translate(${x} ${y}) rotate(${turn})` },
      svg("rect", { class: `space ${route.color ? `paint-${route.color}` : "paint-gray"}`, x: -length / 2, y: -WIDE / 2, width: length, height: WIDE, rx: 5 })));
    group.append(svg("polyline", { class: route.double ? "reach side" : "reach", points: route.cars.map(([x, y]) => `${x},${y}`).join(" ") }), ...spaces);
    routes.set(id, { group, points, cars: route.cars, pieces: [] });
    return group;
  }

  function drawCity(id, { at: [x, y] }) {
    const group = svg("g", { "data-city": id, class: "city", transform: `translate(${x} ${y})` }, svg("circle", { class: "reach", r: 16 }));
    cities.set(id, { group, at: [x, y], piece: null });
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
      for (const [kind, on] of Object.entries(kinds)) route.group.classList.toggle(kind, on);
      put(route, owner === undefined ? null : state.players[owner].color);
    }
    for (const [id, city] of cities) {
      const owner = state.stations[id], color = owner === undefined ? null : state.players[owner].color;
      city.group.classList.toggle("fresh", fresh.has(id));
      if (city.color === color) continue;
      city.color = color;
      city.piece?.remove();
      city.piece = color && svg("g", { class: `station train-${color}` }, svg("rect", { x: -17, y: -17, width: 34, height: 34, rx: 7 }), piece(color, 11));
      if (city.piece) city.group.append(city.piece);
    }
    picture.setAttribute("aria-label", say("board-label", { count: Object.keys(state.routes).length }));
  }

  /** Put trains of a colour on a route, or take them away. */
  function put(route, color) {
    if (route.color === color) return;
    route.color = color;
    route.pieces.forEach((one) => one.remove());
    route.pieces = color === null ? [] : route.cars.map(([x, y, turn, length]) => svg("g", { class: `wagon train-${color}`, transform: `translate(${x} ${y}) rotate(${turn})` },
      svg("rect", { class: "rim", x: -length / 2 - 2, y: -WIDE / 2 - 2, width: length + 4, height: WIDE + 4, rx: 7 }),
      svg("rect", { class: "body", x: -length / 2, y: -WIDE / 2, width: length, height: WIDE, rx: 5 }),
      svg("g", { transform: `rotate(${-turn})` }, piece(color, 8))));
    route.group.append(...route.pieces);
  }

  function piece(color, radius) {
    return svg("g", {}, svg("circle", { class: "plate", r: radius * 1.15 }),
      svg("use", { href: `#player-${color}`, x: -radius, y: -radius, width: 2 * radius, height: 2 * radius }));
  }

  /** Mark cities and the way of a ticket, or what is chosen; nothing without. */
  function mark({ way = [], ends = [], route = "", city = "" } = {}) {
    if (!marks) return;
    const lines = way.filter((id) => routes.has(id)).map((id) => svg("polyline", { class: "way", points: routes.get(id).points }));
    const rings = [...ends, ...(city ? [city] : [])].filter((id) => cities.has(id)).map((id) => svg("circle", { class: "ring", cx: cities.get(id).at[0], cy: cities.get(id).at[1], r: 24 }));
    marks.replaceChildren(...lines, ...rings);
    for (const [id, { group }] of routes) group.classList.toggle("chosen", id === route);
  }

  // Pressing

  /** What lies at a point of the window: what was hit, else what is nearest within a finger's reach. */
  function at(clientX, clientY, target) {
    const hit = target.closest("[data-city], [data-route]");
    if (hit?.dataset.city) return { city: hit.dataset.city };
    const [x, y] = onMap({ clientX, clientY }), reach = NEAR / scale();
    let found = hit ? { route: hit.dataset.route } : {}, nearest = hit ? 12 : reach;
    for (const [city, one] of cities) {
      const distance = Math.hypot(one.at[0] - x, one.at[1] - y);
      if (distance < Math.min(nearest, reach * 0.7)) [found, nearest] = [{ city }, distance];
    }
    if (hit) return found;
    for (const [route, { cars }] of routes) {
      for (const [carX, carY] of cars) {
        const distance = Math.hypot(carX - x, carY - y);
        if (distance < nearest) [found, nearest] = [{ route }, distance];
      }
    }
    return found;
  }

  let moved = false;
  picture.addEventListener("click", (event) => { if (!moved) press(at(event.clientX, event.clientY, event.target)); });

  // Moving and zooming

  /** Pixels of the window for a unit of the map. */
  function scale() {
    return (Math.min(place.clientWidth / size[0], place.clientHeight / size[1]) * size[0]) / box[2];
  }

  /** Lay the board so that the box is in the middle. To move it costs no drawing: it is a layer of its own. */
  function frame() {
    const unit = scale(), left = (place.clientWidth - box[2] * unit) / 2 - box[0] * unit, top = (place.clientHeight - box[3] * unit) / 2 - box[1] * unit;
    Object.assign(picture.style, { width: `${size[0] * unit}px`, height: `${size[1] * unit}px`, transform: `translate(${left}px, ${top}px)` });
    picture.dataset.box = box.map((edge) => edge.toFixed(1)).join(" ");
    place.classList.toggle("near", box[2] < size[0] * 0.99);
  }

  new ResizeObserver(frame).observe(place);

  function whole() {
    box = [0, 0, ...size];
    frame();
  }

  /** Come nearer by a factor, with a point of the map in its place. */
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

  /** What the first of two taps or clicks has opened was not meant. */
  function nearerOrWhole(event) {
    press({});
    if (box[2] < size[0] * 0.99) whole();
    else zoom(2.5, ...onMap(event));
  }

  function onMap({ clientX, clientY }) {
    const { left, top } = picture.getBoundingClientRect(), unit = scale();
    return [(clientX - left) / unit, (clientY - top) / unit];
  }

  const fingers = new Map();
  let start = null, tapped = { at: 0 }, pointer = "mouse";
  picture.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    pointer = event.pointerType;
    if (fingers.size === 1) [moved, start] = [false, [event.clientX, event.clientY]];
  });
  picture.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const other = [...fingers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    if (other) {
      const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      zoom(apart(event) / Math.max(apart(before), 1), ...onMap({ clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 }));
      moved = true;
    } else if (moved || Math.hypot(event.clientX - start[0], event.clientY - start[1]) > 6) {
      if (!moved) picture.setPointerCapture(event.pointerId);
      moved = true;
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
    zoom(event.deltaY < 0 ? 1.25 : 0.8, ...onMap(event));
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

function wayOf({ a, b, cars }, { cities }) {
  return [cities[a].at, ...cars.map(([x, y]) => [x, y]), cities[b].at].map(([x, y]) => `${x},${y}`).join(" ");
}
