// Telegram's Mini App: who opened it, its colours, its back button, and haptic feedback.

import { LANGUAGES } from "./words.js";

const SCRIPT = "https://telegram.org/js/telegram-web-app.js";
let app = null;

/** Become a page of Telegram, whose back button closes what lies over the board. Fails outside Telegram. */
export async function open(layers) {
  if (!location.hash.includes("tgWebAppData")) throw new Error("not in Telegram");
  await new Promise((done, failed) => {
    document.head.append(Object.assign(document.createElement("script"), { src: SCRIPT, onload: done, onerror: failed }));
  });
  app = window.Telegram.WebApp;
  app.ready();
  app.expand();
  if (app.isVersionAtLeast("7.7")) app.disableVerticalSwipes(); // moving the board must not close it
  paint();
  app.onEvent("themeChanged", paint);
  if (app.isVersionAtLeast("6.1")) keepBackButton(layers);
  const { user, start_param: game } = app.initDataUnsafe;
  const language = (user?.language_code ?? "").slice(0, 2);
  return {
    platform: "telegram", proof: app.initData, instance: "",
    game: game ?? new URLSearchParams(location.search).get("game") ?? "",
    language: LANGUAGES.includes(language) ? language : "",
  };
}

/** Haptic feedback for something done. */
export function acted() {
  if (app.isVersionAtLeast("6.1")) app.HapticFeedback.impactOccurred("light");
}

/** Telegram's background and text colour, where it names them. Its button colours are too faint on many backgrounds. */
function paint() {
  const { style } = document.documentElement, theme = app.themeParams;
  if (!theme.bg_color || !theme.text_color) return;
  document.documentElement.dataset.scheme = style.colorScheme = app.colorScheme;
  const colors = {
    "--paper": theme.bg_color, "--ground": theme.secondary_bg_color ?? theme.bg_color, "--slip": theme.section_bg_color ?? theme.bg_color,
    "--ink": theme.text_color,
  };
  for (const [name, color] of Object.entries(colors)) if (color) style.setProperty(name, color);
}

/** Telegram's back button closes what lies over the board. It is shown as long as there is something to close. */
function keepBackButton({ close, watch, count }) {
  watch(() => app.BackButton[count() ? "show" : "hide"]());
  app.BackButton.onClick(close);
}
