// The page of a link to a replay: the link's token is sent in the first frame of a socket, and never in an address.

import { showReplay, unpacked } from "./replay.js";
import { preferred, say, speak } from "./words.js";

const place = document.getElementById("replay");

function tell(text) {
  place.replaceChildren(Object.assign(document.createElement("p"), { className: "wrong", role: "alert", textContent: text }));
}

const heard = {
  replay: async ({ packed }) => showReplay(place, await unpacked(packed)),
  "no-replay": ({ problem }) => tell(problem),
  answer: ({ text }) => tell(text),
};

const LONGEST = 20000; // milliseconds that the program has for an answer

/** Ask for the replay of the link. */
function ask() {
  const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/chat`);
  let answered = false;
  socket.onopen = () => socket.send(JSON.stringify({ do: "replay", token: location.hash.slice(1), language: preferred() }));
  socket.onmessage = async ({ data }) => {
    const told = JSON.parse(data);
    answered = true;
    socket.close();
    try { await heard[told.kind]?.(told); } catch { tell(say("board-missing")); }
  };
  const giveUp = () => { if (!answered) tell(say("replay-unreachable")); };
  socket.onclose = giveUp;
  setTimeout(giveUp, LONGEST);
}

addEventListener("hashchange", () => location.reload());
speak(preferred()).catch(() => {}).then(ask);
