import type { Subscribe } from "@/lib/contract/alerting/push-devices";

const WORKER = "/push-worker.js";

/** Why this browser can't show notifications. */
export type PushObstacle = "insecure" | "unsupported" | "blocked";

export function pushObstacle(): PushObstacle | null {
  if (!window.isSecureContext) return "insecure";
  const knows = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!knows) return "unsupported";
  return Notification.permission === "denied" ? "blocked" : null;
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Returns the fingerprint of this browser in the list of devices; null while it has no subscription. */
export async function ownFingerprint(): Promise<string | null> {
  const subscription = await ownSubscription();
  if (!subscription) return null;
  const bytes = new TextEncoder().encode(subscription.endpoint);
  return base64url(await crypto.subtle.digest("SHA-256", bytes));
}

/**
 * Asks for permission, subscribes with the browser's push service, and returns what the server needs. Must be called from a click.
 * Throws an Error whose message can be shown.
 */
export async function subscribe(publicKey: string): Promise<Subscribe> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error(
      "Notifications aren't allowed in this browser. Allow them in the site settings and try again.",
    );
  await navigator.serviceWorker.register(WORKER, { scope: "/", updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const key = known?.options.applicationServerKey;
  const isOurs = key != null && base64url(key) === publicKey;
  // The push service would refuse a subscription for another key (another or a restored database).
  if (known && !isOurs) await known.unsubscribe();
  try {
    const subscription = isOurs
      ? known
      : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    const { endpoint = "", keys = {} } = subscription?.toJSON() ?? {};
    return { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } };
  } catch (error) {
    const said = error instanceof Error ? error.message : "";
    throw new Error(`The browser's push service didn't respond${said ? `: ${said}` : "."}`);
  }
}

/** Cancels the browser's subscription. The server's record is removed separately. */
export async function unsubscribe(): Promise<void> {
  await (await ownSubscription())?.unsubscribe();
}

/** Calls back when the notification permission changes. Returns a function that stops listening. */
export function onPermissionChange(listener: () => void): () => void {
  let status: PermissionStatus | undefined;
  void navigator.permissions
    ?.query({ name: "notifications" })
    .then((found) => {
      status = found;
      status.addEventListener("change", listener);
    })
    // Some browsers don't support this query. A reload then shows the change.
    .catch(() => undefined);
  return () => status?.removeEventListener("change", listener);
}

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
