// The channels of the chat: which there are, where I am, what is new elsewhere, and where it is my turn.

import { make, released } from "./posts.js";
import { say } from "./words.js";

const $ = (id) => document.getElementById(id);

/**
 * Keep the list of channels, from `here` on. `visit(id)` is called with the one that is pressed, and `tell()` with a channel
 * whose table waits for me, or null.
 */
export function keepChannels({ here, visit, tell }) {
  let all = []; // as the server lists them
  let waits = false; // whether the private column says that the table here waits for me: it is fresher than the list
  const read = Object.create(null); // the newest post that was shown of each channel

  function draw() {
    document.body.dataset.admin = all.find(({ id }) => id === here)?.own ? "admin" : "";
    drawList();
    $("title").textContent = all.find(({ id }) => id === here)?.title ?? "";
    tellTurn();
  }

  async function drawList() {
    await released(); // a button that is replaced while it is held down is not pressed
    $("channel-list").replaceChildren(...all.map(line));
  }

  function line({ id, title, newest, called }) {
    const mine = id === here ? waits : called;
    const news = mine ? yourTurn() : newest > (read[id] ?? 0) && id !== here ? say("new") || "new" : "";
    const button = make("button", { onclick: () => visit(id) }, make("span", {}, title));
    if (id === here) button.ariaCurrent = "true";
    if (news) button.append(make("small", { className: mine ? "called" : "" }, news));
    return make("li", {}, button);
  }

  function tellTurn() {
    const elsewhere = all.find((one) => one.called && one.id !== here);
    const anywhere = waits ? all.find(({ id }) => id === here) ?? { id: here, title: "" } : elsewhere ?? null;
    $("views").querySelector("[data-view=panel]").classList.toggle("called", waits);
    $("views").querySelector("[data-view=channels]").classList.toggle("called", Boolean(elsewhere));
    tell(anywhere);
  }

  const yourTurn = () => say("your-turn") || "your turn";

  return {
    list(channels) { all = channels; draw(); },
    exists: (channel) => all.some(({ id }) => id === channel),
    /** I am in another channel now. */
    enter(id) { [here, waits] = [id, false]; },
    /** The private column says whether the table here waits for me. */
    call(on) { waits = on; draw(); },
    /** All posts of a channel up to a number have been shown. */
    note(channel, number) { read[channel] = number; draw(); },
  };
}
