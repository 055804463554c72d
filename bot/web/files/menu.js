// The menu of what else can be done: each button is a command. The board and the lobby have the others.

import { make } from "./posts.js";
import { commands, say } from "./words.js";

const $ = (id) => document.getElementById(id);
const GROUPS = ["main", "game", "look-back", "channel", "me"]; // the first one is always open

let drawn = ""; // what the menu was drawn for

/** Draw the menu if it has changed. `speakUp(text)` says a line, `begin(text)` begins one, and `ask(word)` asks before it. */
export function drawMenu({ speakUp, begin, ask }) {
  const { role = "", seated = "", paused = "", offers = "", undo = "", admin = "" } = document.body.dataset;
  const now = `${role} ${seated} ${paused} ${offers} ${undo} ${admin} ${say("menu")}`;
  if (now === drawn) return;
  drawn = now;
  const other = paused ? "pause" : "resume", isApp = document.body.classList.contains("app");
  const held = role === "over" && seated ? ["over", "seated"] : [role];
  const accepted = ({ word, atTimes, byAdmin }) => word !== other && (!atTimes || offers.split(" ").includes(word) || (byAdmin && admin));
  const shown = (one) => (!role || one.roles.some((name) => held.includes(name))) && !(isApp && one.where) && accepted(one);
  const pressed = ({ word, where }) => {
    if (where === "line") begin(`/${word} `);
    else if (word === "undo" && !undo) ask(word);
    else speakUp(`/${word}`);
  };
  const button = (one) => make("button", { type: "button", onclick: () => pressed(one) }, one.label);
  const buttonsOf = (name) => commands().filter((one) => one.group === name && shown(one)).map(button);
  const groups = GROUPS.map((name) => [name, buttonsOf(name)]).filter(([, buttons]) => buttons.length);
  const open = new Set([...$("menu").querySelectorAll("details[open]")].map(({ dataset }) => dataset.group));
  $("menu").replaceChildren(make("h2", {}, say("menu")), ...groups.map(([name, buttons]) => {
    const all = make("div", { className: "buttons" }, ...buttons);
    if (name === GROUPS[0]) return all;
    const group = make("details", { open: open.has(name) }, make("summary", {}, say(`menu-of-${name}`)), all);
    group.dataset.group = name;
    return group;
  }));
}
