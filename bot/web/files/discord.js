// Discord's Activity: the handshake with the client around this frame, and leave to know who opened it.
// Discord's own package for this needs a build step, and has ten times as much as these two questions need.

const HANDSHAKE = 0, FRAME = 1;
const CLIENTS = ["https://discord.com", "https://ptb.discord.com", "https://canary.discord.com"];
const query = new URLSearchParams(location.search);
const asked = new Map();
let client = "", ready = () => {};

/** Shake hands with the client, and ask it who has opened this page. */
export async function open() {
  const response = await fetch(new URL("./discord.json", location.href));
  ({ client } = await response.json());
  const greeted = new Promise((done) => { ready = done; });
  addEventListener("message", hear);
  send(HANDSHAKE, { v: 1, encoding: "json", client_id: client, frame_id: query.get("frame_id") });
  await greeted;
  return { platform: "discord", proof: await again(), game: "", instance: query.get("instance_id") ?? "", language: "" };
}

/** A new code, with which our server asks Discord who we are. */
export async function again() {
  const wanted = { client_id: client, response_type: "code", state: "", prompt: "none", scope: ["identify"] };
  const { code } = await ask("AUTHORIZE", wanted);
  return code;
}

/** A client has no touch of its own for what one does. */
export function acted() {}

function ask(cmd, args) {
  const nonce = crypto.randomUUID();
  send(FRAME, { cmd, args, nonce });
  return new Promise((done, failed) => asked.set(nonce, { done, failed }));
}

/** Nothing that is sent is a secret: any frame around this one may read it. Answers are from Discord alone. */
function send(kind, content) {
  (parent.opener ?? parent).postMessage([kind, content], "*");
}

function hear({ origin, data }) {
  if (!CLIENTS.includes(origin) || !Array.isArray(data) || data[0] !== FRAME) return;
  const { evt, nonce, data: content } = data[1];
  if (evt === "READY") ready();
  const waiting = asked.get(nonce);
  asked.delete(nonce);
  if (evt === "ERROR") waiting?.failed(new Error(content?.message));
  else waiting?.done(content);
}
