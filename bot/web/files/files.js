// The files of this version as JSON: words and boards. A browser keeps them: the version is in their addresses.

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
