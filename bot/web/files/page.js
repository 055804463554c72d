// The page: one person's view of the chat. PROTOCOL.md says what is sent both ways.

import { keepAnswers, replace } from "./answers.js";
import { keepCalls } from "./calls.js";
import { keepChannels } from "./channels.js";
import { remember, token } from "./identity.js";
import { holdFocus, keepBack, keepLayers, keepViews } from "./layers.js";
import { keepLine } from "./line.js";
import { keepNaming } from "./naming.js";
import { keepLarge, keepLog, soon } from "./posts.js";
import { keepRequests } from "./requests.js";
import { keepBell, play } from "./sound.js";
import { keepTable } from "./table.js";
import { connect } from "./wire.js";
import { preferred, say, speak } from "./words.js";

const $ = (id) => document.getElementById(id);

let me = null; // { id, name } once the person has a name
let current = addressed() || "table";
let asked = ""; // the channel that we have asked for last
let first = 0, last = 0; // the numbers of the oldest and the newest post in the log
let entering = false; // whether we have asked for the channel before we were welcomed
let caughtUp = false; // whether the posts that were there when we came have been shown

const send = (asked) => wire.send(asked);
const requests = keepRequests({
  send, check: () => wire.check(), place: () => current,
  unknown: () => answers.answer({ text: say("not-known") }),
});
const { speakUp, press, release, replay, command, showState } = requests;
const answers = keepAnswers({ speakUp, begin: (text) => line.begin(text) });
const calls = keepCalls({ toggle: $("notices"), visit });
const channels = keepChannels({ here: current, visit, tell: calls.tell });
const { view, uncover } = keepViews(turned);
const naming = keepNaming({
  take: (name) => send({ do: "name", name }),
  comeBack(token) { sessionStorage.token = token; greet(); },
  playNow: () => table.wish(),
});
const log = keepLog({
  log: $("log"), list: $("posts"), newer: $("newer"), older: $("older"),
  ask: () => send({ do: "older", channel: current, before: first }),
});
const line = keepLine({
  form: $("speak"), input: $("line"), list: $("completions"), speakUp, isDown: () => wire.isDown(),
  ask: (text, id) => send({ do: "complete", text, id }),
});
keepBell($("bell"));
const table = keepTable({ offer: calls.offer, press, command, replay, view: uncover, moved() { release(); answers.moved(); showState(); } });
keepLarge($("large"));
const layers = keepLayers({ view, closeSheet: table.closeSheet, dismiss: answers.dismiss });
const back = keepBack(layers, { here: () => current, visit: follow });

// Who I am, and where

/** Say who I am. Somebody known does not wait for the answer; start.js may have said it already. */
function greet(isAsked = false) {
  caughtUp = false;
  entering = sessionStorage.known === token();
  if (isAsked) {
    asked = globalThis.started.channel;
    return;
  }
  const about = entering ? {} : { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, language: preferred() };
  send({ do: "hello", token: token(), ...about });
  if (entering) ask(current);
}

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
    channels.enter(id);
    clear();
    $("panel").replaceChildren();
    answers.dismiss();
    table.leave();
    back.write();
  }
  ask(id);
}

/** Ask for what a channel shows. */
function ask(id) {
  asked = id;
  send({ do: "enter", channel: id, after: last, table: true });
}

function visit(id) {
  view("table");
  if (id !== current) enter(id);
  holdFocus();
}

/** Turn to the channel whose address was typed or gone back to. */
function follow() {
  const id = addressed() || "table";
  if (!me) current = id;
  else if (channels.exists(id)) visit(id);
  else answers.answer({ text: say("no-channel") });
}

function turned(name) {
  if (name === "chat") $("views").querySelector("[data-view=chat]").classList.remove("talk");
  table.drawList();
}

$("open-channel").addEventListener("submit", (event) => {
  event.preventDefault();
  if (send({ do: "open", title: $("channel-title").value })) event.target.reset();
});

/** Where the keyboard of a phone covers the page instead of shrinking it, the page shrinks itself. */
visualViewport.addEventListener("resize", () => {
  if (visualViewport.scale !== 1) return;
  document.body.style.height = `${visualViewport.height}px`;
  scrollTo(0, 0);
});

// What is for me alone

function showAnswer(message) {
  if (!me) return; // it is about a channel that nobody may enter without a name
  release();
  requests.answered(message);
  if (message.beside) showPanel();
  answers.answer(isSeen(message) ? message : { text: say("done") });
  table.point(message);
}

/** Whether an answer says something, or what is in view shows what was done. */
function isSeen({ text, buttons = [], pictures = [] }) {
  return text || buttons.length || pictures.length || ["play", "start", "panel"].some((id) => $(id).checkVisibility());
}

/** Turn to the private column, which shows the answer. */
function showPanel() {
  if (document.body.dataset.stage) return; // the table shows it
  const away = getComputedStyle($("panel")).display === "none";
  view("panel");
  if (away || document.activeElement === $("line")) {
    $("panel").scrollTop = 0;
    $("panel").animate([{ opacity: 0.5 }, { opacity: 1 }], 300);
  }
}

document.addEventListener("keydown", (event) => {
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
    requests.forget();
    table.leave();
    if (sessionStorage.known) { // the program has forgotten this tab: it is told all about it once more
      delete sessionStorage.known;
      greet();
      return;
    }
    naming.offer(suggestion);
  },

  unnamed: ({ problem }) => naming.refuse(problem),
  welcome(told) {
    me = told.me;
    naming.named(me);
    holdFocus();
    soon(() => remember(me.name));
    channels.list(told.channels);
    sessionStorage.known = token();
    if (!entering || asked !== current || !channels.exists(current)) enter(channels.exists(current) ? current : "table");
    entering = false;
    requests.resume(told.run);
  },

  channels(told) {
    channels.list(told.channels);
    if (!me || channels.exists(current)) return;
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
    fresh.filter(({ by }) => by?.id === me.id).forEach(requests.posted);
    if (last && fresh.some(({ over, mentions }) => over && mentions.some(({ me }) => me))) play("turn");
    const talk = caughtUp && fresh.some(({ by }) => by && by.id !== me.id);
    if (talk && getComputedStyle($("log")).display === "none") $("views").querySelector("[data-view=chat]").classList.add("talk");
    caughtUp = true;
    log.add(fresh, last > 0);
    first ||= fresh[0]?.number ?? 0;
    last = Math.max(last, ...posts.map(({ number }) => number));
    log.offerOlder(first > 1);
    channels.note(channel, last);
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
    replace($("panel"), message);
    channels.call(message.called);
  },

  table(told) { if (told.channel === current) table.hear(told); },
  change(told) { if (told.channel === current) table.hear(told); },
  answer: showAnswer,
  note: (message) => answers.answer(message),
  ...requests.replays(showAnswer),
  completions: ({ id, lines }) => line.offer(id, lines),
};

function markMine(posts) {
  for (const mention of posts.flatMap(({ mentions }) => mentions)) mention.me = mention.id === me.id;
}

const wire = connect({ greet, lost: requests.lost, started: globalThis.started, hear: (told) => heard[told.kind]?.(told) });

view("table");
if (sessionStorage.known === token() && table.recall(current)) requests.connecting();
speak(preferred());
