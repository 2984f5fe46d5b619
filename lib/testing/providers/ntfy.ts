import { escapeHtml } from "@/lib/shared/text/escape-html";
import { buttons, lockScreen, PHONE_STYLE } from "./phone";
import { bodyOf, firstWrong, length, type Provider } from "./provider";

const TOKEN = "tk_tokenoftests0tokenoftests0abc";

/** docs.ntfy.sh/publish: JSON to the root, topic in the body. */
export const ntfyProvider: Provider = {
  app: "ntfy",
  name: "ntfy",
  env: () => ({}),
  // A name below localhost is requested over HTTPS, an address over HTTP.
  settings: (url) => ({
    hostname: url.startsWith("https") ? `ntfy.localhost:${new URL(url).port}` : new URL(url).host,
    topic: "alerts",
    access_token: TOKEN,
  }),
  messageSettings: { priority: "high" },
  refusal: (received) => {
    const body = bodyOf(received);
    const actions = (body.actions ?? []) as Record<string, unknown>[];
    return firstWrong([
      [received.method === "POST" && received.path === "/", "POST to the root"],
      [received.headers.authorization === `Bearer ${TOKEN}`, "unauthorized"],
      [/^[-_A-Za-z0-9]{1,64}$/.test(String(body.topic)), "invalid topic"],
      [/^[-_A-Za-z0-9]{1,64}$/.test(String(received.headers["x-sequence-id"])), "invalid sequence id"],
      [length(body.message, 1, 4096) && Buffer.byteLength(String(body.message)) <= 4096, "message too long"],
      [
        Number.isInteger(body.priority) && Number(body.priority) >= 1 && Number(body.priority) <= 5,
        "invalid priority",
      ],
      [body.priority === 4, "the rule's priority"],
      [Array.isArray(body.tags) && body.tags.every((tag) => length(tag, 1, 50)), "invalid tags"],
      [URL.canParse(String(body.click)), "invalid click"],
      [
        actions.length <= 3 && actions.every((one) => one.action === "view" && length(one.label, 1, 100)),
        "invalid actions",
      ],
    ]);
  },
  success: () => ({ status: 200, body: { id: "hwQ2YpKdmg", event: "message", topic: "alerts" } }),
  softError: { status: 200, body: "<html>Sign in to the network</html>" },
  busy: (seconds) => ({
    body: { code: 42901, http: 429, error: "limit reached" },
    headers: { "Retry-After": String(seconds) },
  }),
  look: { style: PHONE_STYLE, html: (step) => ntfyHtml(bodyOf(step)) },
};
export const providers = [ntfyProvider];

/** Emoji that ntfy renders for the tags we send (docs.ntfy.sh/emojis). */
const EMOJI: Record<string, string> = {
  red_circle: "🔴",
  green_circle: "🟢",
  warning: "⚠️",
  information_source: "ℹ️",
};

function ntfyHtml(body: Record<string, unknown>): string {
  const tags = (body.tags as string[]).map((tag) => EMOJI[tag] ?? `#${tag}`).join(" ");
  const actions = (body.actions as { label: string }[]).map(({ label }) => label);
  const title = `${tags} ${String(body.title)}`;
  return `${lockScreen(title, String(body.message))}<div class="card"><b>${escapeHtml(title)}</b><div class="pre">${escapeHtml(String(body.message))}</div>${buttons(actions)}<div class="small">priority ${String(body.priority)} · opens ${escapeHtml(String(body.click))}</div></div>`;
}
