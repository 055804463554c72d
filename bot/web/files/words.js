// The words of the page in the reader's language. Until they are loaded, page.html shows the English ones.

import { fileOf } from "./files.js";

export const LANGUAGES = ["en", "ru"];
let words = {}, wanted = "", turned = Promise.resolve();

/** The language that the browser asks for, of those that there are. */
export function preferred() {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((tag) => LANGUAGES.includes(tag)) ?? "en";
}

/** What a key says, with values in place of `{name}`. */
export function say(key, values = {}) {
  return (words[key] ?? "").replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** The commands of the menu, in the order of the command table (`bot/commands/buttons.py`). */
export function commands() {
  return words.commands ?? [];
}

/** Turn to a language, if there are words in it. */
export function speak(language) {
  if (language === wanted || !LANGUAGES.includes(language)) return turned;
  wanted = language;
  turned = turn(language);
  return turned;
}

async function turn(language) {
  let found;
  try { found = await fileOf(`words/${language}.json`); } catch { /* the words that are there stay */ }
  if (language !== wanted) return;
  if (!found) {
    wanted = "";
    return;
  }
  words = found;
  document.documentElement.lang = language;
  for (const [part, set] of Object.entries(parts)) {
    for (const element of document.querySelectorAll(`[data-say-${part}]`)) set(element, say(element.getAttribute(`data-say-${part}`)));
  }
}

const parts = {
  text: (element, text) => { element.textContent = text; },
  label: (element, text) => { element.ariaLabel = text; },
  title: (element, text) => { element.title = text; },
  note: (element, text) => { element.dataset.note = text; },
  called: (element, text) => { element.dataset.called = text; },
  hint: (element, text) => { element.placeholder = text; },
};
