// The board in a frame of Telegram or Discord: one table, for a person that the platform has identified. See PROTOCOL.md.

import "./storage.js";
import { keepAnswers, replace } from "./answers.js";
import { keepLayers } from "./layers.js";
import { keepLarge, make } from "./posts.js";
import { keepRequests } from "./requests.js";
import { keepTable } from "./table.js";
import { keepViews } from "./views.js";
import { connect } from "./wire.js";
import { preferred, say, speak } from "./words.js";

const $ = (id) => document.getElementById(id);

let host = null; // telegram.js or discord.js
let me = null; // what the host says: { platform, proof, game, instance, language }
let session = ""; // what the program gave us to come back with
let wire = null, tried = false;

const send = (asked) => wire !== null && wire.send(asked);
const requests = keepRequests({
  send, check: () => wire?.check(), opening: () => false, acted: () => host.acted(),
  unknown: () => answers.answer({ text: say("not-known") }),
});
const { speakUp, press, release, replay, command } = requests;
const answers = keepAnswers({ speakUp });
const { view, uncover } = keepViews(() => table.drawList());
const table = keepTable({ press, command, replay, view: uncover, moved() { release(); answers.moved(); } });
keepLarge($("large"));
const layers = keepLayers({ view, closeSheet: table.closeSheet, dismiss: answers.dismiss });

/** Where the page is: Discord names its frame, and Telegram puts what it knows behind the address. */
function hostModule() {
  if (new URLSearchParams(location.search).has("frame_id")) return import("./discord.js");
  return import("./telegram.js");
}

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

function showAnswer(message) {
  release();
  requests.answered(message);
  answers.answer(message);
  if (message.beside && !document.body.dataset.stage) view("panel");
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
  async replay({ packed }) {
    requests.replayed();
    (await import("./replay.js")).openReplay(packed);
  },
  "no-replay"({ problem }) {
    requests.replayed();
    showAnswer({ text: problem });
  },
};

async function begin() {
  view("table");
  host = await hostModule();
  try { me = await host.open(layers); } catch { me = null; }
  await speak(me?.language || preferred());
  if (!me) {
    showAnswer({ text: say("app-outside") });
    return;
  }
  me.language ||= preferred();
  session = remembered();
  wire = connect({ greet, refused, lost: requests.lost, hear: (told) => heard[told.kind]?.(told) });
}

begin();
