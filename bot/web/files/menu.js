// The menu of what else can be done: each button is a command. The board and the lobby have the others.

import { make } from "./posts.js";
import { say } from "./words.js";

const $ = (id) => document.getElementById(id);
const ALL = "empty lobby player onlooker over", THERE = "player onlooker over";

/**
 * The commands, in groups, by who can use them: a player, an onlooker, anybody after the end, in a lobby, or where
 * no game is. "chat": only where a chat is. "line": it goes to the line, which suggests what comes behind it.
 */
const MENU = {
  "": [["join", "onlooker"], ["tickets", "player over"], ["scores", THERE], ["since", "player"], ["log", THERE],
    ["hint", "player"], ["plan", "player"], ["undo", "player"], ["rules", ALL], ["help", ALL]],
  "game": [["pause", "player"], ["resume", "player"], ["clock", "player"], ["givetime", "player"], ["vote", "player"], ["leave", "player"],
    ["abort", "player"], ["skip", "player", "line"], ["replace", "player", "line"], ["rollback", "player over", "chat"], ["restore", "empty", "chat"]],
  "look-back": [["review", "over"], ["why", "over", "chat"], ["record", "over", "chat"], ["seal", THERE, "chat"], ["audit", THERE, "chat"]],
  "channel": [["notify", ALL, "chat"], ["chatsettings", ALL, "chat"], ["leaderboard", ALL, "chat"], ["share", "player over", "chat"],
    ["follow", "empty over", "line"], ["unfollow", THERE, "chat"], ["webhook", "empty lobby player over", "line"], ["check", ALL, "chat"]],
  "me": [["settings", ALL, "chat"], ["games", ALL, "chat"], ["practice", "empty over onlooker", "chat"], ["stats", ALL, "chat"], ["away", ALL, "chat"],
    ["back", "player", "chat"], ["snooze", "player", "chat"], ["link", ALL, "chat"], ["unlink", ALL, "chat"], ["mydata", ALL, "chat"], ["forgetme", ALL, "chat"]],
};

const AT_TIMES = ["hint", "undo"]; // offered only while the program would not refuse them
const OF_PLAYERS = ["tickets", "review", "share"]; // offered after the end only to those who have played

let drawn = ""; // what the menu was drawn for

/** Draw the menu if it has changed. `speakUp(text)` says a line, and `begin(text)` begins one. */
export function drawMenu(speakUp, begin) {
  const { role = "", seated = "", paused = "", offers = "" } = document.body.dataset;
  const now = `${role} ${seated} ${paused} ${offers} ${say("menu")}`;
  if (now === drawn) return;
  drawn = now;
  const other = paused ? "pause" : "resume", isApp = document.body.classList.contains("app");
  const accepted = (word) => (!AT_TIMES.includes(word) || offers.split(" ").includes(word)) && (role !== "over" || seated || !OF_PLAYERS.includes(word));
  const shown = ([word, roles, where]) => (!role || roles.split(" ").includes(role)) && !(isApp && where) && word !== other && accepted(word);
  const button = ([word, , where]) => make("button", { type: "button", onclick: () => (where === "line" ? begin(`/${word} `) : speakUp(`/${word}`)) }, say(`menu-${word}`));
  const groups = Object.entries(MENU).map(([name, commands]) => [name, commands.filter(shown).map(button)]).filter(([, buttons]) => buttons.length);
  const open = new Set([...$("menu").querySelectorAll("details[open]")].map(({ dataset }) => dataset.group));
  $("menu").replaceChildren(make("h2", {}, say("menu")), ...groups.map(([name, buttons]) => {
    const all = make("div", { className: "buttons" }, ...buttons);
    if (!name) return all;
    const group = make("details", { open: open.has(name) }, make("summary", {}, say(`menu-of-${name}`)), all);
    group.dataset.group = name;
    return group;
  }));
}
