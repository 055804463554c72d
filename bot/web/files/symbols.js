// The signs of cards and players: every colour comes with a shape. Each is a symbol of one hidden SVG.

const SVG = "http://www.w3.org/2000/svg";

/** Make an SVG element: `svg("circle", { r: 3 })`. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const disc = (x, y, r) => `M${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}Z`;
const polygon = (...points) => `M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}Z`;
const block = (left, top, right, bottom) => polygon([left, top], [right, top], [right, bottom], [left, bottom]);
const round = (radius, turn) => [radius * Math.cos(turn), radius * Math.sin(turn)];
const around = (count, make) => Array.from({ length: count }, (_, n) => make((n * 2 * Math.PI) / count));
const star = (points, size) => polygon(...around(points * 2, (turn) => round(1, turn - Math.PI / 2)).map(([x, y], n) => (n % 2 ? [x * 0.45 * size, y * 0.45 * size + 0.06] : [x * size, y * size + 0.06])));
const HEART = "M0 .95C-1.35 .1-1-.95-.5-.95C-.2-.95 0-.75 0-.5C0-.75 .2-.95 .5-.95C1-.95 1.35 .1 0 .95Z";
const SPADE = "M0-1.05C1.35-.2 1 .75 .5 .75C.2 .75 0 .55 0 .3C0 .55-.2 .75-.5 .75C-1 .75-1.35-.2 0-1.05Z";
const STEM = polygon([0, 0.05], [0.12, 0.55], [0.45, 1.02], [-0.45, 1.02], [-0.12, 0.55]);

const SHAPES = {
  "card-R": HEART,
  "card-B": "M0-1C.25-.45 .8-.05 .8 .38A.8 .66 0 0 1-.8 .38C-.8-.05-.25-.45 0-1Z",
  "card-G": disc(0, -0.5, 0.46) + disc(-0.5, 0.2, 0.46) + disc(0.5, 0.2, 0.46) + disc(0, 0, 0.3) + STEM,
  "card-Y": star(5, 1.12),
  "card-K": SPADE + STEM,
  "card-W": polygon([0, -1.08], [0.8, 0], [0, 1.08], [-0.8, 0]),
  "card-O": disc(0, 0, 0.52) + around(8, (turn) => polygon(round(1.12, turn), round(0.76, turn + 0.3), round(0.76, turn - 0.3))).join(""),
  "card-P": around(5, (turn) => disc(...round(0.56, turn - Math.PI / 2), 0.42)).join(""),
  "card-L": block(-0.95, -0.75, -0.42, 0.36) + block(-1.12, -0.92, -0.25, -0.74) + block(-0.45, -0.26, 0.72, 0.36)
    + block(0.34, -0.9, 0.68, -0.2) + block(0.24, -0.98, 0.78, -0.8) + disc(0.7, 0.05, 0.31)
    + polygon([0.86, 0.2], [1.26, 0.86], [0.86, 0.86]) + disc(-0.7, 0.6, 0.27) + disc(-0.06, 0.6, 0.27) + disc(0.55, 0.6, 0.27),
  "mark-hint": disc(0, -0.3, 0.72) + block(-0.36, 0.52, 0.36, 0.72) + block(-0.36, 0.82, 0.36, 1.02),
  "mark-done": polygon([-1, 0.05], [-0.7, -0.25], [-0.3, 0.15], [0.7, -0.8], [1, -0.5], [-0.3, 0.75]),
  "mark-ticket": block(-1.1, -0.65, 0.35, 0.65) + block(0.5, -0.65, 1.1, 0.65),
  "mark-picture": block(-1.1, -0.85, 1.1, -0.65) + block(-1.1, 0.65, 1.1, 0.85) + block(-1.1, -0.65, -0.9, 0.65) + block(0.9, -0.65, 1.1, 0.65) + polygon([-0.8, 0.55], [-0.2, -0.35], [0.15, 0.15], [0.4, -0.1], [0.8, 0.55]),
  "player-red": disc(0, 0, 0.95),
  "player-blue": block(-0.81, -0.81, 0.81, 0.81),
  "player-green": polygon(...around(3, (turn) => round(1.2, turn - Math.PI / 2)).map(([x, y]) => [x, y + 0.18])),
  "player-yellow": star(5, 1.2),
  "player-black": polygon([0, -1.2], [0.92, 0], [0, 1.2], [-0.92, 0]),
};

document.body.prepend(svg("svg", { class: "symbols", "aria-hidden": "true" }, ...Object.entries(SHAPES).map(
  ([id, d]) => svg("symbol", { id, viewBox: "-1.3 -1.3 2.6 2.6" }, svg("path", { d })),
)));

/** The signs that the bot writes as characters. Not every system has pictures for these. */
const WRITTEN = {
  "❤": "card-R", "💧": "card-B", "☘": "card-G", "⭐": "card-Y", "♠": "card-K", "◇": "card-W", "☀": "card-O", "🌸": "card-P", "🚂": "card-L",
  "💡": "mark-hint", "✅": "mark-done", "🎫": "mark-ticket", "🖼": "mark-picture",
};
const CHARACTERS = new RegExp(`(${Object.keys(WRITTEN).join("|")})\\uFE0F?`, "u");

/** A text with its signs drawn: a list of strings and elements. */
export function drawn(text) {
  return text.split(CHARACTERS).map((part, place) => (place % 2 ? sign(WRITTEN[part], `written ${WRITTEN[part].replace("card-", "ink-")}`) : part));
}

/** A sign as an element: `sign("card-R")`. The words next to it say the same. */
export function sign(id, kinds = "") {
  return svg("svg", { class: `sign ${kinds}`, "aria-hidden": "true", viewBox: "-1.3 -1.3 2.6 2.6" }, svg("use", { href: `#${id}`, x: -1.3, y: -1.3, width: 2.6, height: 2.6 }));
}
