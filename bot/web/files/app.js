// The board in a frame of Telegram or Discord: one table, for a person that the platform has identified. See PROTOCOL.md.

import "./storage.js";
import { keepAnswers, replace } from "./answers.js";
import { keepLayers, keepViews } from "./layers.js";
import { keepLarge, make } from "./posts.js";
import { keepRequests } from "./requests.js";
import { keepBell, play } from "./sound.js";
import { keepTable } from "./table.js";
import { connect } from "./wire.js";
import { preferred, say, speak } from "./words.js";

const HOST_TIME = 2000; // milliseconds after which the page says that it waits for Discord or Telegram

const $ = (id) => document.getElementById(id);

let host = null; // telegram.js or discord.js
let me = null; // what the host says: { platform, proof, game, instance, language }
let session = ""; // what the program gave us to come back with
let wire = null, tried = false;
let called = true; // whether the table waited for me when it was drawn last; at first there is no sound

const send = (asked) => wire !== null && wire.send(asked);
const requests = keepRequests({
  send, check: () => wire?.check(), acted: () => host.acted(),
  unknown: () => answers.answer({ text: say("not-known") }),
});
const { speakUp, press, release, replay, command } = requests;
const answers = keepAnswers({ speakUp });
const { view, uncover } = keepViews(() => table.drawList());
const table = keepTable({ press, command, replay, view: uncover, moved() { release(); answers.moved(); callMe(); } });
keepBell($("bell"));
keepLarge($("large"));
const layers = keepLayers({ view, closeSheet: table.closeSheet, dismiss: answers.dismiss });

// Who I am

function greet() {
  const about = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, language: me.language };
  send({ do: "hello", ...(session ? { session } : { platform: me.platform, proof: me.proof }), ...about });
}

/** What this page was given earlier for the same credentials of the host. */
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
  me.game = game;
  send({ do: "enter", game, instance: me.instance });
}

// What I see

/** A sound when the table begins to wait for me. */
function callMe() {
  const waits = document.body.dataset.decision !== "none";
  if (waits && !called) play("turn");
  called = waits;
}

function showAnswer(message) {
  release();
  requests.answered(message);
  if (["notice", undefined].includes(document.body.dataset.stage)) return tell(message.text);
  answers.answer(message);
  table.point(message);
  if (message.beside && !document.body.dataset.stage) view("panel");
}

/** Say one sentence on an empty page, and offer to try again where that may help. */
function tell(text, mayTryAgain = false) {
  table.leave();
  document.body.dataset.stage = "notice";
  const again = make("button", { type: "button", className: "main", onclick: () => location.reload() }, say("try-again"));
  $("start").hidden = false;
  $("start").replaceChildren(make("div", { className: "setup", role: "status" }, make("p", {}, text), ...(mayTryAgain ? [again] : [])));
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
    requests.resume(told.run);
  },
  games: ({ games }) => choose(games),
  table(told) { $("title").textContent = told.state.title ?? ""; table.hear(told); },
  change: (told) => table.hear(told),
  panel(message) { replace($("panel"), message); answers.moved(); },
  answer: showAnswer,
  ...requests.replays(showAnswer),
};

/** Ask the host who I am. Discord names its frame in the address, and Telegram puts what it knows behind it. */
async function begin() {
  view("table");
  const name = new URLSearchParams(location.search).has("frame_id") ? "Discord" : location.hash.includes("tgWebAppData") ? "Telegram" : "";
  await speak(preferred());
  if (!name) return tell(say("app-outside"));
  const waiting = setTimeout(() => tell(say("app-waiting", { host: name }), true), HOST_TIME);
  try {
    host = await (name === "Discord" ? import("./discord.js") : import("./telegram.js"));
    me = await host.open(layers);
  } catch { /* it is said below */ }
  clearTimeout(waiting);
  await speak(me?.language || preferred());
  if (!me) return tell(say("app-silent", { host: name }), true);
  tell(say("connecting"));
  me.language ||= preferred();
  session = remembered();
  wire = connect({ greet, refused, lost: requests.lost, hear: (told) => heard[told.kind]?.(told) });
}

begin();
