// The page: one person's view of the chat. PROTOCOL.md says what goes to and fro.

import { linkReplay } from "./ends.js";
import { nonce, remember, remembered, token } from "./identity.js";
import { keepLine } from "./line.js";
import { keepLarge, keepLog, make, show } from "./posts.js";
import { audible, play, setAudible } from "./sound.js";
import { keepTable } from "./table.js";
import { connect } from "./wire.js";
import { preferred, say, speak } from "./words.js";

const $ = (id) => document.getElementById(id);

let me = null; // { id, name } once the person has a name
let channels = []; // as the server lists them
let current = addressed() || "table";
let first = 0, last = 0; // the numbers of the oldest and the newest post in the log
let entering = false; // whether we have asked for the channel before we were welcomed
let caughtUp = false; // whether the posts that were there when we came have been shown
let panelCalls = false; // whether the private column says that the table waits for me
let called = false; // whether any table does
let answeredAt = 0, leaving = 0; // when the newest answer came, and the timer that takes it away
let pressed = 0; // the timer of a button whose answer is not there yet
let unanswered = 0; // requests that the program has not confirmed
let slow = 0, late = false; // the timer after which the page says so, and whether it does
let out = false; // whether the connection is lost
const LEAST_SHOWN = 5000; // milliseconds that an answer stays although the state moves on
const SHORT = 120; // letters of an answer that goes by itself
const QUICK = 700; // milliseconds after which a request that is not confirmed is said to be on its way
const read = Object.create(null); // the newest post that was shown of each channel

const log = keepLog({
  log: $("log"), list: $("posts"), newer: $("newer"), older: $("older"),
  ask: () => wire.send({ do: "older", channel: current, before: first }),
});
const line = keepLine({
  form: $("speak"), input: $("line"), list: $("completions"),
  say: (text) => speakUp(text),
  ask: (text, id) => wire.send({ do: "complete", text, id }),
});
keepLarge($("large"));
const table = keepTable({
  press,
  command: (lines) => lines.forEach(speakUp),
  replay: (game) => wire.send({ do: "replay", game }),
  view: (name) => { if (getComputedStyle($("play")).display === "none") view(name); },
  moved: () => { release(); moved(); },
});

function speakUp(text) {
  return request({ do: "say", text, nonce: nonce() });
}

/** Ask for something that is confirmed by an answer, or by a post of mine. False when we are out. */
function request(asked) {
  if (!wire.send(asked)) return false;
  unanswered += 1;
  slow ||= setTimeout(() => { late = true; showState(); }, QUICK);
  return true;
}

function confirmed(count = 1) {
  unanswered = Math.max(0, unanswered - count);
  if (unanswered) return;
  clearTimeout(slow);
  [slow, late] = [0, false];
  showState();
}

/** Say what the page waits for: a connection, or a request that is not confirmed. */
function showState() {
  document.body.classList.toggle("lost", out);
  document.body.classList.toggle("sending", late);
  $("state").textContent = out ? say("reconnecting") || "Reconnecting…" : late ? say("sending") : "";
}

// Who I am

function greet() {
  confirmed(unanswered); // what was on its way is in what we are shown next, or was lost
  entering = sessionStorage.known === token();
  wire.send({ do: "hello", token: token(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone, language: preferred() });
  caughtUp = false;
  if (entering) ask(current); // who has been here is let in: the page does not wait to hear it
}

function askName(suggestion, problem = "") {
  const people = Object.entries(remembered()).filter(([name]) => name !== me?.name);
  $("known").hidden = !people.length || me !== null;
  $("known").querySelector(".buttons").replaceChildren(...people.map(([name, secret]) => {
    const onclick = () => { sessionStorage.token = secret; $("name").value = name; greet(); };
    return make("button", { type: "button", onclick }, name);
  }));
  $("stay").hidden = me === null;
  $("play-now").hidden = me !== null;
  $("problem").textContent = problem;
  if (suggestion && !$("name").value) $("name").value = suggestion;
  if (!$("naming").open) $("naming").showModal();
  $("name").select();
}

$("naming").addEventListener("submit", (event) => {
  event.preventDefault();
  wire.send({ do: "name", name: $("name").value });
});
$("play-now").onclick = () => { table.wish(); $("naming").querySelector("form").requestSubmit(); };
$("naming").addEventListener("cancel", (event) => { if (!me) event.preventDefault(); });
$("stay").onclick = () => $("naming").close();
$("me").onclick = () => { $("name").value = me.name; askName(); };

// Where I am

/** The channel that the address names; "" if it names none, or cannot be read. */
function addressed() {
  try { return decodeURIComponent(location.hash.slice(1)); } catch { return ""; }
}

function clear() {
  first = last = 0;
  log.clear();
}

function enter(id) {
  caughtUp = false;
  if (id !== current) {
    current = id;
    panelCalls = false;
    clear();
    $("panel").replaceChildren();
    $("answer").hidden = true;
    table.leave();
    location.replace(`#${encodeURIComponent(id)}`);
  }
  ask(id);
}

/** Ask for what a channel shows. */
function ask(id) {
  wire.send({ do: "enter", channel: id, after: last, table: true });
}

function visit(id) {
  view("table");
  if (id !== current) enter(id);
}

function listChannels() {
  $("channel-list").replaceChildren(...channels.map(({ id, title, newest, called }) => {
    const here = id === current;
    const mine = here ? panelCalls : called;
    const news = mine ? yourTurn() : newest > (read[id] ?? 0) && !here ? say("new") || "new" : "";
    const button = make("button", { onclick: () => visit(id) }, make("span", {}, title));
    if (here) button.ariaCurrent = "true";
    if (news) button.append(make("small", { className: mine ? "called" : "" }, news));
    return make("li", {}, button);
  }));
  $("title").textContent = channels.find(({ id }) => id === current)?.title ?? "";
}

function yourTurn() {
  return say("your-turn") || "your turn";
}

function view(name) {
  document.body.dataset.view = name;
  if (name === "chat") $("views").querySelector("[data-view=chat]").classList.remove("talk");
  for (const button of $("views").children) button.ariaCurrent = String(button.dataset.view === name);
  table.drawList();
}

$("views").onclick = ({ target }) => target.dataset.view && view(target.dataset.view);
$("open-channel").addEventListener("submit", (event) => {
  event.preventDefault();
  if (wire.send({ do: "open", title: $("channel-title").value })) event.target.reset();
});

/** Where the keyboard of a phone covers the page instead of shrinking it, the page shrinks itself. */
visualViewport.addEventListener("resize", () => {
  if (visualViewport.scale !== 1) return;
  document.body.style.height = `${visualViewport.height}px`;
  scrollTo(0, 0);
});

// Whose turn it is

function tellTurn() {
  const here = panelCalls; // fresher than the list
  const elsewhere = channels.some(({ id, called }) => called && id !== current);
  const anywhere = here || elsewhere;
  $("views").querySelector("[data-view=panel]").classList.toggle("called", here);
  $("views").querySelector("[data-view=channels]").classList.toggle("called", elsewhere);
  document.title = `${anywhere ? `(${yourTurn()}) ` : ""}Stationmaster`;
  if (anywhere && !called) play("turn");
  called = anywhere;
}

function showBell() {
  const on = audible();
  $("bell").ariaPressed = String(on);
  $("bell").textContent = on ? say("sound-on") || "Sound: on" : say("sound-off") || "Sound: off";
}

$("bell").onclick = () => {
  setAudible(!audible());
  showBell();
  play("turn");
};

// What is for me alone

/** Put a message in place of another; who was on a button there by keyboard stays on its like. */
function replace(place, message) {
  const held = document.activeElement;
  const index = [...place.querySelectorAll("button")].indexOf(held);
  place.replaceChildren(show(message));
  if (index < 0) return;
  const buttons = [...place.querySelectorAll("button")];
  (buttons.find(({ textContent }) => textContent && textContent === held.textContent) ?? buttons[index] ?? $("panel")).focus();
}

function showAnswer(message) {
  if (!me) return; // it is about a channel that nobody may enter without a name
  release();
  confirmed();
  const held = $("answer").contains(document.activeElement);
  replace($("answered"), message);
  linkReplay($("answered"));
  $("answer").hidden = !$("answered").querySelector(".text, .picture, button");
  $("answer").classList.toggle("short", $("answered").textContent.length < SHORT && !$("answered").querySelector("button, .picture"));
  $("answer").scrollTop = 0;
  answeredAt = Date.now();
  if ($("answered").textContent.length < SHORT) moved();
  if (held && $("answer").hidden) ($("panel").querySelector("button[data-code]") ?? $("panel")).focus();
  if (message.beside) showPanel();
}

/** Turn to the private column: what was asked for is there. */
function showPanel() {
  if (document.body.dataset.stage) return; // the table shows it
  const away = getComputedStyle($("panel")).display === "none";
  view("panel");
  if (away || document.activeElement === $("line")) {
    $("panel").scrollTop = 0;
    $("panel").animate([{ opacity: 0.5 }, { opacity: 1 }], 300);
  }
}

$("dismiss").onclick = () => { $("answer").hidden = true; };

/** The state has moved on: what was answered before goes soon, unless it waits for a press. */
function moved() {
  clearTimeout(leaving);
  const late = () => { if (!$("answered").querySelector("button")) $("answer").hidden = true; };
  if (document.body.dataset.stage) leaving = setTimeout(late, Math.max(0, answeredAt + LEAST_SHOWN - Date.now()));
  showBell();
  showMenu();
}

/** What can be asked besides, and by whom: a player, an onlooker, anybody after the end. */
const MENU = [["join", "onlooker"], ["hand", "player"], ["tickets", "player over"], ["scores", "player onlooker over"], ["since", "player"],
  ["log", "player onlooker over"], ["record", "over"], ["why", "player onlooker over"], ["rules", "player onlooker over"], ["settings", "player onlooker over"],
  ["games", "player onlooker over"], ["help", "player onlooker over"], ["leave", "player"], ["abort", "player"]];

/** What else can be asked: each is a command. */
function showMenu() {
  const { role } = document.body.dataset;
  const commands = MENU.filter(([, roles]) => !role || roles.includes(role)).map(([word]) => word);
  $("menu").replaceChildren(make("h2", {}, say("menu")), make("div", { className: "buttons" }, ...commands.map((word) =>
    make("button", { type: "button", onclick: () => speakUp(`/${word}`) }, say(`menu-${word}`)))));
}

function press(code) {
  if (pressed || !request({ do: "press", code, nonce: nonce() })) return;
  pressed = setTimeout(release, 3000);
  document.body.classList.add("pressed");
}

/** One button at a time: what is clicked before the answer is there was meant for what the answer changes. */
document.addEventListener("click", ({ target }) => {
  const button = target.closest("button[data-code]");
  if (button) press(button.dataset.code);
  const replayed = target.closest("[data-replay]");
  if (replayed) wire.send({ do: "replay", game: replayed.dataset.replay });
});

function release() {
  clearTimeout(pressed);
  pressed = 0;
  document.body.classList.remove("pressed");
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]") && !table.closeSheet()) $("answer").hidden = true;
  // The input of a dialog just closed has the keys until the page is drawn again: it is not asked for here.
  if (event.key !== "/" || event.target.matches("#line, #channel-title, #filters *, dialog[open] *")) return;
  event.preventDefault();
  $("line").value ||= "/";
  $("line").focus();
  $("line").dispatchEvent(new Event("input"));
});

// What the server says

const heard = {
  stranger({ suggestion }) {
    me = null;
    clear();
    askName(suggestion);
  },

  unnamed: ({ problem }) => askName("", problem),
  welcome(told) {
    me = told.me;
    $("me").textContent = me.name;
    remember(me.name);
    $("naming").close();
    list(told.channels);
    sessionStorage.known = token();
    if (!entering || !exists(current)) enter(exists(current) ? current : "table");
    entering = false;
  },

  channels(told) {
    list(told.channels);
    if (!me || exists(current)) return;
    table.leave();
    current = ""; // it has been removed
    enter("table");
  },

  opened: ({ channel }) => visit(channel),
  posts({ channel, posts }) {
    if (channel !== current) return;
    const fresh = posts.filter(({ number }) => number > last);
    if (fresh.length && last && fresh[0].number > last + 1) clear(); // more was missed than is sent
    markMine(fresh);
    confirmed(fresh.filter(({ by }) => by?.id === me.id).length);
    if (last && fresh.some(({ over, mentions }) => over && mentions.some(({ me }) => me))) play("turn");
    const talk = caughtUp && fresh.some(({ by }) => by && by.id !== me.id);
    if (talk && getComputedStyle($("log")).display === "none") $("views").querySelector("[data-view=chat]").classList.add("talk");
    caughtUp = true;
    log.add(fresh, last > 0);
    first ||= fresh[0]?.number ?? 0;
    last = Math.max(last, ...posts.map(({ number }) => number));
    read[channel] = last;
    log.offerOlder(first > 1);
    listChannels();
  },

  older({ channel, posts }) {
    if (channel !== current) return;
    const before = posts.filter(({ number }) => number < first);
    markMine(before);
    log.addOlder(before);
    first = before[0]?.number ?? 0;
    log.offerOlder(first > 1);
  },

  panel(message) {
    if (message.channel !== current) return;
    panelCalls = message.called;
    replace($("panel"), message);
    listChannels();
    tellTurn();
  },

  table(told) { if (told.channel === current) table.hear(told); },
  change(told) { if (told.channel === current) table.hear(told); },
  answer: showAnswer,
  replay: async ({ packed }) => (await import("./replay.js")).openReplay(packed),
  "no-replay": ({ problem }) => showAnswer({ text: problem }),
  completions: ({ id, lines }) => line.offer(id, lines),
};

function list(all) {
  channels = all;
  listChannels();
  tellTurn();
}

function exists(channel) {
  return channels.some(({ id }) => id === channel);
}

function markMine(posts) {
  for (const mention of posts.flatMap(({ mentions }) => mentions)) mention.me = mention.id === me.id;
}

const wire = connect({
  greet,
  hear: (told) => heard[told.kind]?.(told),
  lost(away) {
    out = away;
    showState();
  },
});

showBell();
view("table");
speak(preferred()).then(showBell, () => {});
