import { escapeHtml } from "@/lib/shared/text/escape-html";
import { formBody, lockScreen, PHONE_STYLE } from "./phone";
import { firstWrong, length, type Provider } from "./provider";

/** pushover.net/api: a form to /1/messages.json; emergencies need retry and expire and return a receipt. */
export const pushoverProvider: Provider = {
  app: "pushover",
  name: "pushover",
  env: (url) => ({ PUSHOVER_API_URL: url }),
  settings: () => ({ user_key: "u".repeat(30), api_key: "a".repeat(30) }),
  messageSettings: { priority: "emergency", retry: 60, expire: 600 },
  refusal: (received) => {
    const form = Object.fromEntries(new URLSearchParams(received.body));
    if (received.path.startsWith("/1/receipts/cancel_by_tag/")) {
      return firstWrong([[form.token === "a".repeat(30), "application token is invalid"]]);
    }
    const emergency = form.priority === "2";
    return firstWrong([
      [received.method === "POST" && received.path === "/1/messages.json", "resource not found"],
      [/^[A-Za-z0-9]{30}$/.test(form.token ?? ""), "application token is invalid"],
      [/^[A-Za-z0-9]{30}$/.test(form.user ?? ""), "user identifier is invalid"],
      [length(form.message, 1, 1024), "message cannot be blank or too long"],
      [length(form.title, 1, 250), "title is too long"],
      [form.url === undefined || form.url.length <= 512, "url is too long"],
      [form.url_title === undefined || length(form.url_title, 1, 100), "url_title is too long"],
      [/^-?[0-2]$/.test(form.priority ?? ""), "priority is invalid"],
      [!emergency || Number(form.retry) >= 30, "retry must be at least 30"],
      [
        !emergency || (Number(form.expire) > 0 && Number(form.expire) <= 10_800),
        "expire must be at most 10800",
      ],
      [/^\d{10}$/.test(form.timestamp ?? ""), "timestamp is invalid"],
    ]);
  },
  success: (received) => ({
    status: 200,
    body: {
      status: 1,
      request: "647d2300",
      ...(received.body.includes("priority=2") ? { receipt: "r".repeat(30) } : {}),
    },
  }),
  softError: { status: 200, body: { status: 0, errors: ["user identifier is invalid"], request: "x" } },
  busy: (seconds) => ({
    body: { status: 0, errors: ["over quota"] },
    headers: { "Retry-After": String(seconds) },
  }),
  look: { style: PHONE_STYLE, html: (step) => pushoverHtml(formBody(step)) },
};
export const providers = [pushoverProvider];

function pushoverHtml(form: Record<string, string>): string {
  const { title = "", message = "", url = "", url_title: label = "", priority } = form;
  return `${lockScreen(title, message)}<div class="card"><b>${escapeHtml(title)}</b><div class="pre">${escapeHtml(message)}</div><a href="${escapeHtml(url)}">${escapeHtml(label)}</a><div class="small">priority ${priority}</div></div>`;
}
