// Stands beside the page where only a worker may show notices of the system: on phones. A press on a notice turns to its page.

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
