// Who I am: a secret of this tab alone; those who were here before can be chosen again in a new tab.

/** The secrets of the people who were here before, by name. */
export function remembered() {
  try { return JSON.parse(localStorage.people ?? "{}"); } catch { return {}; }
}

/** Remember the person of this tab by their name; forget their earlier names. */
export function remember(name) {
  const others = Object.entries(remembered()).filter(([, secret]) => secret !== token());
  localStorage.people = JSON.stringify({ ...Object.fromEntries(others), [name]: token() });
}

/** The secret of this tab. */
export function token() {
  return sessionStorage.token ??= btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A random number of this browser, for the chance of a game: the program alone must not choose it. */
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
