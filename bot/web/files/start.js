// Stands in the page itself and runs before anything else is there: it opens the socket, says who this tab is and
// asks for the table, and fetches what the table was drawn with the last time. The modules find all of it in `started`.

globalThis.started = (() => {
  const versioned = new URL(".", new URL(document.currentScript.dataset.src, location)), files = {}, heard = [];
  for (const path of JSON.parse(sessionStorage.drawnWith ?? "[]")) {
    files[path] = fetch(new URL(path, versioned)).then((response) => (response.ok ? response.json() : Promise.reject(new Error(path))));
    files[path].catch(() => {});
  }

  const version = versioned.pathname.match(/\/files\/(\w+)\//)?.[1] ?? "";
  const current = sessionStorage.reloaded === version ? "" : version; // the newest page there is: it is not asked for again
  const address = `${location.protocol.replace("http", "ws")}//${location.host}/chat${current ? `?version=${current}` : ""}`;
  const socket = new WebSocket(address), { token } = sessionStorage;
  const about = { files, address, version, socket, heard, greeted: false, closed: 0 };
  const ask = (asked) => socket.send(JSON.stringify(asked));
  socket.onmessage = ({ data }) => heard.push(data);
  socket.onclose = ({ code }) => { about.closed = code; };
  socket.onopen = () => {
    if (!token || sessionStorage.known !== token) return;
    about.greeted = true;
    ask({ do: "hello", token });
    ask({ do: "enter", channel: about.channel, after: 0, table: true });
  };
  try { about.channel = decodeURIComponent(location.hash.slice(1)) || "table"; } catch { about.channel = "table"; }
  return about;
})();
