// The files of this version. A browser keeps them: the version is in their addresses. Words and boards are JSON.

const files = {}; // promises, by path
const kept = globalThis.started?.files ?? {}; // what the tab has kept: to ask even the browser's cache takes time
for (const [path, content] of Object.entries(kept)) files[path] = Promise.resolve(content);

/** The address of a file of this version. */
export function addressOf(path) {
  return new URL(`./${path}`, import.meta.url).href;
}

/** The content of a file, fetched once. */
export function fileOf(path) {
  if (!files[path]) {
    files[path] = fetch(addressOf(path)).then((response) => (response.ok ? response.json() : Promise.reject(new Error(path))));
    files[path].catch(() => { delete files[path]; }); // it is asked for once more when it is needed
  }
  return files[path];
}

/** Keep in this tab what the table is drawn with: the next time it is drawn as soon as the scripts are there. */
export async function rememberFiles(...paths) {
  if (!globalThis.started || paths.every((path) => path in kept)) return;
  for (const path of Object.keys(kept)) delete kept[path];
  for (const path of paths) kept[path] = await fileOf(path);
  sessionStorage.removeItem("drawnWith");
  try {
    sessionStorage.files = JSON.stringify(kept);
    sessionStorage.drawnWith = globalThis.started.version;
  } catch { /* the browser gives this page no room */ }
}

let count = 0; // how many files were kept

/** Keep the page in this browser, with all files that it has fetched: it opens without the program too (worker.js). */
export async function keepPage() {
  if (!globalThis.started || !("caches" in window)) return; // in a frame of Telegram or Discord, or not reached by https
  const { version } = globalThis.started, all = performance.getEntriesByType("resource").map(({ name }) => name);
  const fetched = all.filter((address) => address.includes(`/files/${version}/`));
  if (!version || fetched.length === count) return;
  count = fetched.length;
  try {
    const kept = await caches.open(version), there = new Set((await kept.keys()).map(({ url }) => url));
    await kept.addAll(["/", ...fetched].map((address) => new URL(address, location).href).filter((address) => !there.has(address)));
    for (const other of await caches.keys()) if (other !== version) await caches.delete(other);
    await navigator.serviceWorker.register("/worker.js");
  } catch { /* the program has just ended, or the browser gives this page no room */ }
}
