// The files of this version as JSON: words and boards. A browser keeps them: the version is in their addresses.

const files = {};
for (const [path, asked] of Object.entries(globalThis.started?.files ?? {})) keep(path, asked);

/** The address of a file of this version. */
export function addressOf(path) {
  return new URL(`./${path}`, import.meta.url).href;
}

/** The content of a file, fetched once. */
export function fileOf(path) {
  if (!files[path]) keep(path, fetch(addressOf(path)).then((response) => (response.ok ? response.json() : Promise.reject(new Error(path)))));
  return files[path];
}

function keep(path, asked) {
  files[path] = asked;
  asked.catch(() => { delete files[path]; }); // it is asked for once more when it is needed
}

/** Note what the table is drawn with: the next time it is asked for before the scripts are there. */
export function rememberFiles(...paths) {
  const noted = JSON.stringify(paths);
  if (sessionStorage.drawnWith !== noted) sessionStorage.drawnWith = noted;
}
