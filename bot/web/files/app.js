// The board in a frame of Telegram or Discord: one table, of somebody whom they know. PROTOCOL.md says how.

import "./storage.js";
import { linkReplay } from "./ends.js";
import { nonce } from "./identity.js";
import { keepLarge, make, show } from "./posts.js";
import { keepTable } from "./table.js";
import { connect } from "./wire.js";
import { preferred, say, speak } from "./words.js";

const $ = (id) => document.getElementById(id);
const LEAST_SHOWN = 5000; // milliseconds that an answer stays although the state moves on
const QUICK = 700; // milliseconds after which a request that is not confirmed is said to be on its way

let host = null; // telegram.js or discord.js
let me = null; // what the host says: { platform, proof, game, instance, language }
let session = ""; // what the program gave us to come back with
let wire = null, tried = false, pressed = 0, slow = 0, answeredAt = 0, leaving = 0;

keepLarge($("large"));
const table = keepTable({ press, command: (lines) => lines.forEach(speakUp), replay: (game) => request({ do: "replay", game }), view: uncover, moved: () => { release(); moved(); } });

/** Where the page is: Discord names its frame, and Telegram puts what it knows behind the address. */
function hostModule() {
  if (new URLSearchParams(location.search).has("frame_id")) return import("./discord.js");
  return import("./telegram.js");
}

// Who I am

function greet() {
  const about = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, language: me.language };
  wire.send({ do: "hello", ...(session ? { session } : { platform: me.platform, proof: me.proof }), ...about });
}

/** What this page was given when it was opened with the same word of the host before. */
function remembered() {
  const kept = JSON.parse(sessionStorage.board ?? "{}");
  return kept.proof === me.proof ? kept.session : "";
}

/** The program does not know us: ask the host once more, if it can be asked. */
async function refused() {
  const again = session ? me.proof : await host.again?.();
  if (tried || !again) return;
  [tried, session, me.proof] = [!session, "", again];
  wire.open();
}

function enter(game) {
  wire.send({ do: "enter", game, instance: me.instance });
}

// What I do

function speakUp(text) {
  request({ do: "say", text, nonce: nonce() });
}

function press(code) {
  if (pressed || !request({ do: "press", code, nonce: nonce() })) return;
  pressed = setTimeout(release, 3000);
  document.body.classList.add("pressed");
}

/** Ask for something that an answer confirms. False when we are out. */
function request(asked) {
  if (!wire.send(asked)) return false;
  host.acted();
  slow ||= setTimeout(() => showState(say("sending"), "sending"), QUICK);
  return true;
}

/** Say what the page waits for; nothing without a text. */
function showState(text = "", kind = "") {
  $("state").textContent = text;
  for (const one of ["lost", "sending"]) document.body.classList.toggle(one, one === kind);
}

function release() {
  clearTimeout(pressed);
  pressed = 0;
  document.body.classList.remove("pressed");
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button[data-code]");
  if (button) press(button.dataset.code);
  const replayed = target.closest("[data-replay]");
  if (replayed) request({ do: "replay", game: replayed.dataset.replay });
});

// What I see

function view(name) {
  document.body.dataset.view = name;
  for (const button of $("views").children) button.ariaCurrent = String(button.dataset.view === name);
  table.drawList();
}

/** Turn to a view, unless the board is in sight beside another. */
function uncover(name) {
  if (getComputedStyle($("play")).display === "none") view(name);
}

$("views").onclick = ({ target }) => target.dataset.view && view(target.dataset.view);

/** Close what lies over the board, the topmost first; false where nothing does. */
function close() {
  const replay = document.querySelector("#replay[open]");
  replay?.close();
  if (replay || table.closeSheet()) return true;
  const covered = !$("answer").hidden || document.body.dataset.view !== "table";
  if (!$("answer").hidden) $("answer").hidden = true;
  else view("table");
  return covered;
}

$("dismiss").onclick = () => { $("answer").hidden = true; };
document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && !document.querySelector("dialog[open]")) close(); });

/** What was asked for is there. */
function confirmed() {
  release();
  clearTimeout(slow);
  slow = 0;
  showState();
}

function showAnswer(message) {
  confirmed();
  $("answered").replaceChildren(show(message));
  linkReplay($("answered"));
  $("answer").hidden = !$("answered").querySelector(".text, .picture, button");
  $("answer").scrollTop = 0;
  answeredAt = Date.now();
  moved();
  if (message.beside && !document.body.dataset.stage) view("panel");
}

function moved() {
  clearTimeout(leaving);
  const late = () => { if (!$("answered").querySelector("button")) $("answer").hidden = true; };
  if (document.body.dataset.stage) leaving = setTimeout(late, Math.max(0, answeredAt + LEAST_SHOWN - Date.now()));
  showMenu();
}

/** What can be asked besides, and by whom: a player, an onlooker, anybody after the end. */
const MENU = [["join", "onlooker"], ["hand", "player"], ["tickets", "player over"], ["scores", "player onlooker over"], ["since", "player"],
  ["log", "player onlooker over"], ["rules", "player onlooker over"], ["help", "player onlooker over"], ["leave", "player"], ["abort", "player"]];

function showMenu() {
  const { role } = document.body.dataset;
  const commands = MENU.filter(([, roles]) => !role || roles.includes(role)).map(([word]) => word);
  $("menu").replaceChildren(make("h2", {}, say("menu")), make("div", { className: "buttons" }, ...commands.map((word) =>
    make("button", { type: "button", onclick: () => speakUp(`/${word}`) }, say(`menu-${word}`)))));
}

/** The games of a person who has opened the board without one. */
function choose(games) {
  table.leave();
  Object.assign(document.body.dataset, { stage: "empty", decision: "none" });
  const buttons = games.map(({ id, title }) => {
    const button = make("button", { type: "button", onclick: () => enter(id) }, title);
    button.dataset.game = id;
    return button;
  });
  $("start").hidden = false;
  $("start").replaceChildren(make("div", { className: "setup" }, make("h2", {}, say("app-games")),
    games.length ? make("div", { className: "buttons" }, ...buttons) : make("p", {}, say("app-no-games"))));
}

const heard = {
  welcome(told) {
    [session, tried] = [told.session, false];
    sessionStorage.board = JSON.stringify({ proof: me.proof, session });
    enter(me.game);
  },
  games: ({ games }) => choose(games),
  table(told) { $("title").textContent = told.state.title ?? ""; table.hear(told); },
  change: (told) => table.hear(told),
  panel(message) { $("panel").replaceChildren(show(message)); showMenu(); },
  answer: showAnswer,
  replay: async ({ packed }) => { confirmed(); (await import("./replay.js")).openReplay(packed); },
  "no-replay": ({ problem }) => showAnswer({ text: problem }),
};

async function begin() {
  view("table");
  host = await hostModule();
  try { me = await host.open({ close }); } catch { me = null; }
  await speak(me?.language || preferred());
  if (!me) {
    showAnswer({ text: say("app-outside") });
    return;
  }
  me.language ||= preferred();
  session = remembered();
  wire = connect({
    greet, refused,
    hear: (told) => heard[told.kind]?.(told),
    lost: (out) => (out ? showState(say("reconnecting"), "lost") : document.body.classList.contains("lost") && showState()),
  });
}

begin();
