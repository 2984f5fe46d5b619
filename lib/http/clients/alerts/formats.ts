import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import { routeNotFound } from "@/lib/contract/core/errors";
import type { AlertMapping } from "@/lib/contract/protocols/external";
import { type Alert, mappedAlert } from "@/lib/domain/checks/alerts";
import type { ApiRequest } from "@/lib/http/request";
import { Turns } from "@/lib/shared/turns";

/** A request in a format, before its monitor is known. */
export interface ParsedAlerts {
  /** Null if the path names the token. */
  readonly token: string | null;
  readonly alerts: (mapping: AlertMapping) => readonly Alert[];
  /** The reply once the alerts are stored. */
  readonly status: number;
  readonly reply: object;
}

/** Parses the JSON body of a request, whose `path` starts after the token. Throws a `ZodError`. */
export type Format = (
  request: ApiRequest,
  path: string,
  body: unknown,
) => ParsedAlerts | Promise<ParsedAlerts>;

/** Others that send such webhooks leave maps out, or have values that aren't text. */
const Labels = z.record(z.string(), z.unknown()).catch({});
const State = z.enum(["firing", "resolved"]);
const Alertmanager = z.object({ status: State.optional().catch(undefined), alerts: z.array(z.unknown()) });
const AlertmanagerAlert = z
  .object({
    status: State.optional(),
    fingerprint: z.string().nullish(),
    labels: Labels,
    annotations: Labels,
  })
  .refine(({ fingerprint, labels }) => fingerprint || Object.keys(labels).length > 0, {
    path: ["fingerprint"],
    message: "an alert needs a fingerprint or labels",
  });
const ALERTS_MAX = 5000;
/** Of more that fire at once, the first are enough to open an incident. */
const FIRING_MAX = 1000;

/** Webhooks of Prometheus Alertmanager (version 4), and those of Grafana, which have the same fields. */
const alertmanager: Format = async (_request, _path, body) => {
  const group = Alertmanager.parse(body);
  const turns = new Turns();
  const alerts: Alert[] = [];
  for (const [index, given] of group.alerts.slice(0, ALERTS_MAX).entries()) {
    alerts.push(alertOf(given, index, group.status));
    await turns.pause();
  }
  // Alerts that resolve while others fire don't end the outage in between.
  const [firing, resolved] = ["fail", "success"].map((kind) => alerts.filter((alert) => alert.kind === kind));
  return {
    token: null,
    alerts: () => [...(firing ?? []).slice(0, FIRING_MAX), ...(resolved ?? [])],
    status: 200,
    reply: { status: "ok" },
  };
};

function alertOf(given: unknown, index: number, groupStatus: z.infer<typeof State> = "firing"): Alert {
  const { success, data, error } = AlertmanagerAlert.safeParse(given);
  if (!success)
    throw new z.ZodError(error.issues.map((issue) => ({ ...issue, path: ["alerts", index, ...issue.path] })));
  const { status = groupStatus, fingerprint, labels, annotations } = data;
  const name = textOf(labels.alertname) || textOf(annotations.description);
  return {
    kind: status === "firing" ? "fail" : "success",
    key: fingerprint || labelsKey(labels),
    title:
      textOf(annotations.summary) || [name, textOf(labels.instance)].filter(Boolean).join(" on ") || null,
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** Names an alert by its labels, as Alertmanager does with a fingerprint. */
function labelsKey(labels: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(pairs)).digest("hex").slice(0, 16);
}

const PagerDuty = z
  .object({
    routing_key: z.string(),
    event_action: z.enum(["trigger", "acknowledge", "resolve"]),
    dedup_key: z.string().max(255).nullish(),
    client: z.string().nullish(),
    payload: z.object({ summary: z.string().min(1), source: z.string().nullish() }).nullish(),
  })
  .refine(({ event_action: action, payload }) => action !== "trigger" || payload, {
    path: ["payload"],
    message: "payload is required to trigger",
  })
  .refine(({ event_action: action, dedup_key: key }) => action === "trigger" || key, {
    path: ["dedup_key"],
    message: "dedup_key is required",
  });

/** The Events API v2 of PagerDuty. */
const pagerDuty: Format = (_request, _path, body) => {
  const event = PagerDuty.parse(body);
  const { routing_key: token, event_action: action, dedup_key: given, payload } = event;
  const key = given || randomUUID().replaceAll("-", "");
  const kind = ({ trigger: "fail", resolve: "success", acknowledge: "acknowledge" } as const)[action];
  const sender = event.client || payload?.source || "PagerDuty";
  const title = kind === "acknowledge" ? sender : (payload?.summary ?? null);
  return {
    token,
    alerts: () => [{ kind, key, title }],
    status: 202,
    reply: { status: "success", message: "Event processed", dedup_key: key },
  };
};

const OpsgenieAction = z.object({ user: z.string().nullish(), source: z.string().nullish() }).catch({});
const Opsgenie = z.object({ message: z.string().min(1), alias: z.string().nullish() });

/** The Alert API v2 of Opsgenie. */
const opsgenie: Format = (request, path, body) => {
  const token = /^GenieKey +(\S+)$/i.exec(request.headers("authorization") ?? "")?.[1] ?? null;
  const requestId = randomUUID();
  const [, , identifier, action] = path.split("/");
  const reply = { result: "Request will be processed", took: 0.001, requestId };
  const parsed = (alert: Alert): ParsedAlerts => ({ token, alerts: () => [alert], status: 202, reply });
  if (identifier !== undefined) {
    const key = decoded(identifier);
    // An alert that is deleted at its source has no action.
    if (action === "close" || action === undefined) return parsed({ kind: "success", key, title: null });
    const { user, source } = OpsgenieAction.parse(body);
    return action === "acknowledge"
      ? parsed({ kind: action, key, title: user || source || "Opsgenie" })
      : parsed({ kind: "log", key, title: action ?? null });
  }
  const { message, alias } = Opsgenie.parse(body);
  return parsed({ kind: "fail", key: alias || requestId, title: message });
};

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw routeNotFound();
  }
}

/** Any JSON, read by the mapping of its monitor. */
const json: Format = (_request, _path, body) => ({
  token: null,
  alerts: (mapping) => [mappedAlert(body, mapping)],
  status: 200,
  reply: { status: "ok" },
});

const POST = ["POST"];

/** The formats by the start of the path, and their methods. */
export const FORMATS: readonly (readonly [path: RegExp, methods: readonly string[], format: Format])[] = [
  [/^(alertmanager|grafana)$/, POST, alertmanager],
  [/^v2\/enqueue$/, POST, pagerDuty],
  [/^v2\/alerts$/, POST, opsgenie],
  // Changes of an alert's fields are sent with PUT or PATCH.
  [/^v2\/alerts\/[^/]{1,5000}\/[a-z]{1,20}$/, ["POST", "PUT", "PATCH", "DELETE"], opsgenie],
  [/^v2\/alerts\/[^/]{1,5000}$/, ["DELETE"], opsgenie],
  [/^json$/, POST, json],
];
