// Discord's Activity: the handshake with the client around this frame, and the permission to know who opened it.
// Discord's own package for this needs a build step, and is ten times as large.

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

/** Discord's client has no haptic feedback. */
export function acted() {}

function ask(cmd, args) {
  const nonce = crypto.randomUUID();
  send(FRAME, { cmd, args, nonce });
  return new Promise((done, failed) => asked.set(nonce, { done, failed }));
}

/** Send no secret: any frame around this one may read it. Only Discord's answers are accepted. */
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
