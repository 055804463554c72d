// How a message looks: its text, its pictures and its buttons. What people wrote is text, and never markup.

import { drawn } from "./symbols.js";
import { say } from "./words.js";

const LATEST = 250; // milliseconds until what is done soon is done in any case

const formats = {}; // by language and name: to make one takes far longer than to use it

/** A moment in the language of the page, as the browser's own country writes it, and in its time zone. */
export function written(at, name) {
  const { lang } = document.documentElement, own = navigator.languages.find((tag) => tag.startsWith(lang)) ?? lang;
  return (formats[`${own} ${name}`] ??= new Intl.DateTimeFormat(own, FORMATS[name])).format(at);
}
const FORMATS = {
  clock: { timeStyle: "short" }, date: { dateStyle: "medium", timeStyle: "short" },
  day: { day: "numeric", month: "short" }, later: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }, whole: { dateStyle: "short", timeStyle: "medium" },
};

/** Make an element: `make("p", { className: "by" }, "Ada")`. */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Do something once what has been drawn before is seen. A page in the background has no frames: then a little later. */
export function soon(task) {
  let done = false;
  const once = () => { if (!done) { done = true; task(); } };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LATEST);
}

const HELD = 10000, CLICKS = 1000; // milliseconds: how long a press is waited for, and how long after its end the click may come
let holding = null, letGo = () => {}; // resolved when what is held down is released, and what resolves it

/** Wait until no button and no place of the board is held down: what is replaced or covered meanwhile would not be pressed. */
export const released = () => holding;

/** What is held down is dragged, and not pressed. */
export const forgetPress = () => letGo();

document.addEventListener("pointerdown", ({ target }) => {
  if (!target.closest("button, #board")) return;
  let release = () => {};
  holding = new Promise((resolve) => { release = resolve; });
  letGo = release;
  setTimeout(release, HELD);
  document.addEventListener("click", () => setTimeout(release), { once: true });
  document.addEventListener("pointerup", () => setTimeout(release, CLICKS), { once: true });
  document.addEventListener("pointercancel", () => release(), { once: true }); // the finger scrolls: no click will come
}, true);

/** Write `**bold**` and the names of the mentioned people into an element; CSS keeps the line breaks. */
export function inscribe(place, text, mentions) {
  const parts = text.split("**");
  const rest = parts.length % 2 ? "" : `**${parts.pop()}`; // the last of an odd number of ** opens nothing
  parts.push(parts.pop() + rest);
  parts.forEach((part, index) => {
    const run = index % 2 ? place.appendChild(make("strong")) : place;
    run.append(...part.split(/<t:(\d+)>/).flatMap((piece, place) => (place % 2 ? [moment(piece)] : highlight(piece, mentions))));
  });
  for (const mention of mentions) callOnce(place, mention);
}

/** A moment, of seconds since 1970, in the language of the page and the time zone of the browser. */
function moment(seconds) {
  const at = new Date(Number(seconds) * 1000);
  const near = Math.abs(at - Date.now()) < 20 * 3600 * 1000;
  const place = make("time", { dateTime: at.toISOString(), title: at.toUTCString() });
  const write = () => { place.textContent = written(at, near ? "clock" : "date"); };
  if (Object.keys(formats).length) write();
  else soon(write); // the first one takes a browser long
  return place;
}

/** The last place that has a name is the mention; where there is none, the name is added. */
function callOnce(place, mention) {
  const marks = [...place.querySelectorAll("mark")].filter((one) => one.textContent === mention.name);
  marks.slice(0, -1).forEach((earlier) => earlier.replaceWith(earlier.textContent));
  if (!marks.length) place.append(" ", mark(mention));
}

function highlight(text, mentions) {
  if (!mentions.length) return drawn(text);
  const longestFirst = mentions.map(({ name }) => name).sort((one, other) => other.length - one.length);
  const names = longestFirst.map((name) => name.replace(/[.*+?^${}()|[\]\\-]/g, "\\$&"));
  const pieces = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${names.join("|")})(?![\\p{L}\\p{N}])`, "u"));
  return pieces.flatMap((piece, index) => (index % 2 ? [mark(mentions.find(({ name }) => name === piece))] : drawn(piece)));
}

/** The people with a name, each name once: of two, the reader's own. */
function named(mentions) {
  const byName = new Map();
  for (const one of mentions) if (one.name && !byName.get(one.name)?.me) byName.set(one.name, one);
  return [...byName.values()];
}

function mark({ name, me }) {
  return make("mark", { className: me ? "me" : "" }, name);
}

/** A message as an element. Buttons come last, or before the pictures where that is easier to reach. */
export function show({ text, details, pictures = [], buttons = [], files = [], mentions = [] }, { buttonsLast = false } = {}) {
  const body = make("div", { className: "message" });
  if (text) inscribe(body.appendChild(make("div", { className: "text" })), text, named(mentions));
  if (details) inscribe(body.appendChild(make("small", { className: "details" })), details, []);
  body.append(...files.map(file));
  if (buttons.length) body.append(make("div", { className: "buttons" }, ...buttons.map(row)));
  for (const one of pictures) {
    if (buttonsLast && buttons.length) body.lastChild.before(picture(one));
    else body.append(picture(one));
  }
  return body;
}

/** A picture; behind a close-up lies the whole, with which it opens, and whose words come after its own. */
function picture({ src, alt, width, height, whole }) {
  const words = whole ? `${alt} ${whole.alt}` : alt;
  if (!src) return make("p", { className: "alt" }, words);
  const image = make("img", { loading: "lazy", decoding: "async", alt: words, width, height, src });
  const title = say(whole ? "picture-whole" : "picture-larger");
  const frame = make("button", { className: whole ? "picture part" : "picture", title, type: "button" }, image);
  frame.large = whole ?? { src, alt };
  frame.style.setProperty("--width", `${width}px`); // room is kept for it before it is there
  frame.style.setProperty("--ratio", width / height);
  image.onerror = () => frame.replaceWith(make("p", { className: "alt" }, `${say("picture-missing") || "This picture is not available."} ${words}`));
  return frame;
}

function file({ name, text }) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  return make("p", { className: "file" }, make("a", { download: name, href }, name));
}

function row(buttons) {
  return make("div", { className: "row" }, ...buttons.map(button));
}

function button({ label, code, style }) {
  const element = make("button", { className: style, type: "button" }, ...drawn(label));
  element.dataset.code = code;
  return element;
}

/** A post: who spoke, when, and what; below the last one of a game, a button that replays it. */
export function showPost(post, { old = false } = {}) {
  const item = make("li", { className: post.by ? "talk" : "news" });
  if (post.by) item.append(make("b", { className: "by" }, post.by.name), " ");
  const message = show(old ? { ...post, buttons: [] } : post, { buttonsLast: true });
  item.append(...(post.by ? [message, time(post.at)] : [time(post.at), message])); // after the text it would look like part of its deadline
  const game = ended(post);
  if (game) item.append(make("button", { type: "button", className: "again" }, say("replay-this") || "Replay this game"));
  if (game) item.lastChild.dataset.replay = game;
  return item;
}

/** The game that has ended with a post. Posts of earlier versions name it in their buttons only. */
function ended({ over, game, buttons }) {
  return over ? game ?? buttons?.[0]?.[0]?.code.split(".")[0] : undefined;
}

function time(at) {
  const when = new Date(at);
  const today = when.toDateString() === new Date().toDateString(), clock = written(when, "clock");
  return make("time", { dateTime: at, title: written(when, "whole") }, today ? clock : `${written(when, "day")}, ${clock}`);
}

/** The log: it stays at its end, unless one has scrolled up to read. `ask` asks for older posts. */
export function keepLog({ log, list, newer, older, ask }) {
  let atEnd = true, measured = "", asked = false;
  let waiting = []; // posts that are shown soon: the table comes first
  const measure = () => `${log.scrollHeight} ${log.clientHeight}`;
  const toEnd = () => { log.scrollTop = log.scrollHeight; };
  log.addEventListener("scroll", () => {
    if (measure() !== measured) return; // a change of size moved it, not the reader
    atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
    if (atEnd) newer.hidden = true;
    if (log.scrollTop < log.clientHeight / 2) askOlder();
  });
  function askOlder() {
    if (!older.hidden && !asked) asked = ask();
  }
  older.onclick = askOlder;
  newer.onclick = () => { atEnd = true; newer.hidden = true; toEnd(); log.focus({ preventScroll: true }); };
  // Pictures that arrive, a keyboard that slides in, another view: whatever changes a size, the end stays in sight.
  const watch = new ResizeObserver(() => { measured = measure(); if (atEnd) toEnd(); });
  watch.observe(list);
  watch.observe(log);

  function flush() {
    for (const post of waiting) {
      if (post.buttons?.length) list.querySelectorAll(".buttons").forEach((old) => old.remove());
      list.append(showPost(post));
    }
    if (waiting.length) newer.hidden = atEnd;
    waiting = [];
  }

  return {
    clear() { waiting = []; list.replaceChildren(); atEnd = true; newer.hidden = older.hidden = true; },
    /** Say whether there are posts before those in the log. */
    offerOlder(there) { older.hidden = !there; asked = false; },
    /** Add posts before all others; what one reads stays in its place. */
    addOlder(posts) {
      flush();
      const held = list.firstChild, from = held?.getBoundingClientRect().top;
      list.prepend(...posts.map((post) => showPost(post, { old: true })));
      if (held) log.scrollTop += held.getBoundingClientRect().top - from;
    },
    /** Add posts; what was there before one came in is not read aloud. */
    add(posts, aloud) {
      log.ariaLive = aloud ? "polite" : "off";
      if (!waiting.length && posts.length) soon(flush);
      waiting.push(...posts);
      if (!aloud) soon(() => setTimeout(() => { log.ariaLive = "polite"; }, 1000));
    },
  };
}

/** Pictures in large: whole at first, a click goes closer, dragging moves, Escape closes. */
export function keepLarge(dialog) {
  const stage = dialog.querySelector("div"), image = dialog.querySelector("img");
  let from = null, dragged = false;

  function zoom(event) {
    const box = image.getBoundingClientRect();
    const across = (event.clientX - box.left) / box.width, down = (event.clientY - box.top) / box.height;
    const close = stage.classList.toggle("close");
    image.style.width = close ? `${Math.max(image.naturalWidth, box.width * 2)}px` : "";
    stage.scrollTo(image.offsetWidth * across - stage.clientWidth / 2, image.offsetHeight * down - stage.clientHeight / 2);
  }

  image.draggable = false;
  image.onclick = (event) => { if (!dragged) zoom(event); };
  stage.onclick = ({ target }) => { if (target === stage && !dragged) dialog.close(); };
  stage.onpointerdown = (event) => {
    dragged = false;
    from = event.pointerType === "mouse" ? { x: event.clientX + stage.scrollLeft, y: event.clientY + stage.scrollTop } : null;
  };
  stage.onpointermove = (event) => {
    if (!from) return;
    dragged ||= Math.hypot(from.x - event.clientX - stage.scrollLeft, from.y - event.clientY - stage.scrollTop) > 4;
    if (dragged) stage.scrollTo(from.x - event.clientX, from.y - event.clientY);
  };
  stage.onpointerup = stage.onpointerleave = () => { from = null; };
  dialog.querySelector("button").onclick = () => dialog.close();

  document.addEventListener("click", ({ target }) => {
    const frame = target.closest(".picture");
    if (!frame) return;
    Object.assign(image, { src: frame.large.src, alt: frame.large.alt });
    image.style.width = "";
    stage.classList.remove("close");
    dialog.showModal();
  });
}
