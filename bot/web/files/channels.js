// The channels of the chat: which there are, where I am, what is new elsewhere, and where it is my turn.

import { make } from "./posts.js";
import { play } from "./sound.js";
import { say } from "./words.js";

const $ = (id) => document.getElementById(id);

/** Keep the list of channels, from `here` on. `visit(id)` is called with the one that is pressed. */
export function keepChannels({ here, visit }) {
  let all = []; // as the server lists them
  let waits = false; // whether the private column says that the table here waits for me: it is fresher than the list
  let called = false; // whether any table does
  const read = Object.create(null); // the newest post that was shown of each channel

  function draw() {
    document.body.dataset.admin = all.find(({ id }) => id === here)?.own ? "admin" : "";
    $("channel-list").replaceChildren(...all.map(line));
    $("title").textContent = all.find(({ id }) => id === here)?.title ?? "";
    tellTurn();
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
    const elsewhere = all.some((one) => one.called && one.id !== here), anywhere = waits || elsewhere;
    $("views").querySelector("[data-view=panel]").classList.toggle("called", waits);
    $("views").querySelector("[data-view=channels]").classList.toggle("called", elsewhere);
    document.title = `${anywhere ? `(${yourTurn()}) ` : ""}Stationmaster`;
    if (anywhere === called) return;
    called = anywhere;
    document.querySelector("link[rel=icon]").href = anywhere ? "/turn.svg" : "/favicon.ico";
    if (anywhere) play("turn");
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
