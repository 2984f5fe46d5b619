import { present } from "@/lib/shared/assert";
import { HOUR_MS } from "@/lib/shared/durations";
import { buildModel, type PageInput } from "@/lib/status-page/model/build-model";
import { monitorsOf, type PageModel, type PageSettings } from "@/lib/status-page/model/model";
import { RESPONSE_RANGES, type ResponseTimes } from "@/lib/status-page/model/response-times";
import {
  componentDocument,
  historyDocument,
  homeDocument,
  incidentDocument,
  missingDocument,
  windowDocument,
} from "@/lib/status-page/render/documents";
import { passwordDocument } from "@/lib/status-page/render/password-document";
import { refusalDocument } from "@/lib/status-page/render/refusal-document";
import { subscribeDocument } from "@/lib/status-page/render/subscribe-documents";
import { askedWebhookDocument, webhookDocument } from "@/lib/status-page/render/subscribe-webhook";
import { FIXTURE_NOW, type FixtureOptions, outage, pageFixtureWith, pageInput } from "./page-fixture";

const OPTIONS: FixtureOptions = {
  monitors: 10,
  past: 4,
  open: false,
  grouped: true,
  settings: { channels: ["email", "rss", "atom", "slack", "json", "ical"] },
};

/** Names that are long, can't be broken, or are read from right to left. */
const LONG_NAMES = [
  "支付网关与跨境结算服务（亚太地区，含新加坡、东京、首尔、悉尼与孟买数据中心的主备集群和对账任务）",
  "Customer-facing checkout and payment confirmation service (EU)",
  "api.production.eu-central-1.internal-services.example.com",
  "خدمة الدفع والتحقق من الهوية في منطقة الشرق الأوسط",
  "Benutzerkontenverwaltungsschnittstellendienst",
];

/** How a page looks and in which language it is. */
type Look = Partial<Pick<PageSettings, "theme" | "language">>;

function model(
  look: Look,
  options: Partial<FixtureOptions>,
  change: (input: PageInput) => Partial<PageInput> = () => ({}),
) {
  const input = pageInput({ ...OPTIONS, ...options, settings: { ...OPTIONS.settings, ...look } });
  return buildModel({ ...input, ...change(input) });
}

const hoursFrom = (hours: number) => new Date(FIXTURE_NOW.getTime() + hours * HOUR_MS);

/** Returns the page in each state that a visitor can meet. */
function models(look: Look): Record<string, PageModel> {
  return {
    up: model(look, { window: true }),
    degraded: model(look, { open: true }, ({ incidents, monitors }) => ({
      incidents: incidents.map((row) => (row.recovery_at ? row : { ...row, impact: "degraded_performance" })),
      monitors: monitors.map((row) => ({
        ...row,
        impacts: row.impacts.map((span) =>
          span.failing ? { ...span, impact: "degraded_performance" } : span,
        ),
      })),
    })),
    outage: model(look, { open: true, window: true }),
    "outage-without-update": model(look, { open: true }, ({ incidents }) => ({
      incidents: incidents.map((row) =>
        row.recovery_at ? row : { ...row, impact: "major_outage", type: "monitor", updates: [] },
      ),
    })),
    maintenance: model(look, { window: true }, ({ windows }) => ({
      windows: windows.map((row) => ({
        ...row,
        state: "in_progress",
        starts_at: hoursFrom(-1),
        ends_at: hoursFrom(1),
      })),
    })),
    stale: model(look, {}, ({ monitors }) => ({
      monitors: monitors.map((row) => ({ ...row, last_checked_at: hoursFrom(-2) })),
    })),
    young: pageFixtureWith({ settings: look, monitor: { created_at: hoursFrom(-70) } }),
    "long-outage": pageFixtureWith({ settings: look, incidents: [outage({ hoursAgo: 80, hours: 60 })] }),
    "long-names": model(look, { open: true, window: true }, ({ monitors }) => ({
      monitors: monitors.map((row, index) => ({ ...row, name: LONG_NAMES[index] ?? row.name })),
    })),
    empty: model(look, { monitors: 0, past: 0, grouped: false }),
    fifty: model(look, { monitors: 50, past: 30, open: true, grouped: false }),
  };
}

/** Returns response times with a spike, a gap, and a range without data, the same every time. */
function responseFixture(): ResponseTimes[] {
  return RESPONSE_RANGES.map(({ hours, stepMs }) => {
    const to = FIXTURE_NOW.getTime();
    const from = Math.floor((to - hours * HOUR_MS) / stepMs) * stepMs;
    const points = Array.from({ length: Math.floor((to - from) / stepMs) }, (_, index) => {
      const medianMs = 84 + 12 * Math.sin(index / 4) + ((index * 7) % 5);
      return { at: from + index * stepMs, medianMs, p95Ms: medianMs * (index === 31 ? 9 : 1.6) };
    }).filter((_, index) => index < 12 || index > 16);
    const overall = hours === 720 ? null : { medianMs: 86, p95Ms: 139 };
    return { hours, from, to, stepMs, points: overall ? points : [], overall };
  });
}

/** Returns every kind of public document, and the home page in every state, by name. */
export function pageScenes(look: Look = {}): Map<string, string> {
  const known = models(look);
  const scenes = new Map(Object.entries(known).map(([name, shown]) => [name, homeDocument(shown)]));
  const page = present(known.outage, "the page with an outage");
  const quiet = present(known["outage-without-update"], "the page with an outage without an update");
  const months = [10, 9, 8].map((month) => new Date(Date.UTC(2026, month)));
  const first = (shown: PageModel) => present(shown.incidents[0], "an incident");
  const { language } = page.settings;
  const [, checkout] = monitorsOf(page.components);
  return scenes
    .set("incident", incidentDocument(page, first(page)))
    .set("incident-without-update", incidentDocument(quiet, first(quiet)))
    .set(
      "history",
      historyDocument(page, months, {
        path: "/history/2026-11",
        older: "/history/2026-08",
        newer: "/history",
      }),
    )
    .set("component", componentDocument(page, present(checkout, "a component"), responseFixture()))
    .set("window", windowDocument(page, present(page.windows[0], "a window")))
    .set("missing", missingDocument(page))
    .set("subscribe", subscribeDocument(page))
    .set("subscribe-webhook", webhookDocument(page))
    .set("subscribe-webhook-sent", askedWebhookDocument(page.settings, "https://example.com/hook", "whsec_…"))
    .set("private", passwordDocument({ language, action: "/status/acme/sign-in", wrong: false }))
    .set("private-wrong", passwordDocument({ language, action: "/status/acme/sign-in", wrong: true }))
    .set("refused-later", refusalDocument(language, "later"))
    .set("refused-method", refusalDocument(language, "readOnly"))
    .set("refused-unavailable", refusalDocument(language, "unavailable"))
    .set("no-page", refusalDocument(language, "missing"));
}
