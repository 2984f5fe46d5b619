// Shows the notifications that this installation sends (RFC 8291, decrypted by the browser). It intercepts no requests of pages.

/** Browsers let a click open a page for about a second. */
const SWITCH_MAX_MS = 700;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, body, tag, path, projectId, level, at } = read(event.data);
  const options = {
    body,
    tag,
    // A replacement alerts again, because it may announce the recovery.
    renotify: true,
    requireInteraction: level === "down",
    icon: "/notification.png",
    timestamp: at,
    data: { path, projectId },
  };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data ?? {}));
});

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew()));

/** Returns what to show. Falls back to a general text, because browsers require a notification for every message. */
function read(data) {
  const general = { title: "Vedette", body: "Something happened.", tag: "general", path: "/", level: "info" };
  try {
    return { ...general, ...data.json() };
  } catch {
    return general;
  }
}

/** Focuses a tab that already shows the page, or opens a new one, so that nothing typed in other tabs is lost. */
async function open({ path, projectId }) {
  if (projectId) await Promise.race([workIn(projectId), pause(SWITCH_MAX_MS)]);
  const own = new URL(self.location.origin);
  const target = new URL(String(path ?? "/"), own);
  const url = target.origin === own.origin ? target.href : own.href;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((one) => one.url === url);
  return tab ? tab.focus() : self.clients.openWindow(url);
}

/** Switches to the project of the notification, because pages of other projects answer 404. */
async function workIn(projectId) {
  try {
    await fetch("/api/session/project", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ project_id: projectId }),
    });
  } catch {
    // The page itself says that the server can't be reached.
  }
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Registers the browser's new push address. Works only while the user is signed in. */
async function renew() {
  const answer = await fetch("/api/account/devices/key", { headers: { Accept: "application/json" } });
  if (!answer.ok) return;
  const { public_key: applicationServerKey } = await answer.json();
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey,
  });
  await fetch("/api/account/devices", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(subscription),
  });
}
