// Stands beside the page. Without the program it answers with what the page has kept (files.js), and the page shows
// its last table. On phones only a worker may show notices of the system: a press on one turns to its page.

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request, path = new URL(url).pathname;
  if (method !== "GET" || !(mode === "navigate" && path === "/") && !path.startsWith("/files/")) return;
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(event.request)) ?? Response.error()));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(turnTo(event.notification.data));
});

/** Bring the page of an address to the front, or open it. */
async function turnTo(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => url === address);
  return open ? open.focus() : self.clients.openWindow(address);
}
