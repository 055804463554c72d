// Stands in the page itself and runs before anything else is there: it opens the socket, says who this tab is and
// asks for the table, and finds what this tab has drawn the table with. The modules find all of it in `started`.

globalThis.started = (() => {
  const versioned = new URL(".", new URL(document.currentScript.dataset.src, location)), heard = [];
  const version = versioned.pathname.match(/\/files\/(\w+)\//)?.[1] ?? "";
  const current = sessionStorage.reloaded === version ? "" : version; // the newest page there is: it is not asked for again
  const address = `${location.protocol.replace("http", "ws")}//${location.host}/chat${current ? `?version=${current}` : ""}`;
  const socket = new WebSocket(address), { token } = sessionStorage;
  const files = sessionStorage.drawnWith === version ? JSON.parse(sessionStorage.files ?? "{}") : {};
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
