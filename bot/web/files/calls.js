// That a table waits for me, told where nobody looks at the page: by its title, its icon, a badge, a sound, and a notice of
// the system where I have asked for one.

import { make } from "./posts.js";
import { play } from "./sound.js";
import { say } from "./words.js";

const TAG = "turn"; // a newer notice of the system takes the place of an older one

/** Whether the system can show notices: only a page of this machine, or one that was reached by https, may ask. */
const canNotify = () => "Notification" in window && isSecureContext;

const notifies = () => canNotify() && Notification.permission === "granted" && localStorage.notices === "on";

const isAway = () => document.hidden || !document.hasFocus();

/**
 * Keep what calls me. `toggle` is the button that turns notices of the system on and off; it is shown once I have asked for
 * them. `visit(id)` turns to the channel of a notice that is pressed.
 */
export function keepCalls({ toggle, visit }) {
  let called = false; // whether any table waits for me
  let shown = null; // the notice of the system that is shown

  function drawToggle() {
    toggle.hidden = !canNotify() || Notification.permission !== "granted" || !localStorage.notices;
    toggle.ariaPressed = String(notifies());
  }

  toggle.onclick = () => {
    localStorage.notices = notifies() ? "off" : "on";
    drawToggle();
  };

  /** Tell that the table of a channel waits for me, or that none does any longer: `null`. */
  function tell(channel) {
    const waits = channel !== null;
    document.title = `${waits ? `(${say("your-turn") || "your turn"}) ` : ""}Stationmaster`;
    if (waits === called) return;
    called = waits;
    document.querySelector("link[rel=icon]").href = waits ? "/turn.svg" : "/favicon.ico";
    (waits ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => {}); // a browser may have none
    shown?.close();
    shown = null;
    if (!waits) return;
    play("turn");
    if (notifies() && isAway()) notify(channel);
  }

  async function notify({ id, title }) {
    const about = { body: title, tag: TAG, icon: "/turn.svg" };
    try {
      shown = new Notification(say("notice-turn"), about);
      shown.onclick = () => { window.focus(); visit(id); };
    } catch { // on a phone only a worker may show one
      await navigator.serviceWorker.register("/worker.js");
      const worker = await navigator.serviceWorker.ready;
      const address = new URL(`#${encodeURIComponent(id)}`, location.href).href;
      await worker.showNotification(say("notice-turn"), { ...about, data: address });
    }
  }

  addEventListener("focus", () => shown?.close());
  drawToggle();

  return {
    tell,
    /** What asks me whether I want notices, after my first turn: nothing once I have answered, or where there are none. */
    offer() {
      if (!canNotify() || Notification.permission === "denied" || localStorage.notices) return [];
      const button = make("button", { type: "button" }, say("notify-me"));
      button.onclick = async () => {
        localStorage.notices = (await Notification.requestPermission()) === "granted" ? "on" : "off";
        button.remove();
        drawToggle();
      };
      return [button];
    },
  };
}
