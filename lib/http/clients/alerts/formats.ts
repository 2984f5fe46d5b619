import { randomUUID } from "node:crypto";
import * as z from "zod";
import { routeNotFound } from "@/lib/contract/core/errors";
import type { AlertMapping } from "@/lib/contract/protocols/external";
import { type Alert, mappedAlert } from "@/lib/domain/checks/alerts";
import type { ApiRequest } from "@/lib/http/request";

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
export type Format = (request: ApiRequest, path: string, body: unknown) => ParsedAlerts;

const Labels = z.record(z.string(), z.string()).default({});
const Alertmanager = z.object({
  alerts: z
    .array(
      z.object({
        status: z.enum(["firing", "resolved"]),
        fingerprint: z.string().min(1),
        labels: Labels,
        annotations: Labels,
      }),
    )
    .max(5000),
});

/** Webhooks of Prometheus Alertmanager (version 4), and those of Grafana, which have the same fields. */
const alertmanager: Format = (_request, _path, body) => {
  const { alerts } = Alertmanager.parse(body);
  return {
    token: null,
    alerts: () =>
      alerts.map(({ status, fingerprint, labels, annotations }) => ({
        kind: status === "firing" ? "fail" : "success",
        key: fingerprint,
        title:
          annotations.summary ||
          [labels.alertname ?? annotations.description, labels.instance].filter(Boolean).join(" on ") ||
          null,
      })),
    status: 200,
    reply: { status: "ok" },
  };
};

const PagerDuty = z
  .object({
    routing_key: z.string(),
    event_action: z.enum(["trigger", "acknowledge", "resolve"]),
    dedup_key: z.string().max(255).optional(),
    client: z.string().optional(),
    payload: z.object({ summary: z.string().min(1), source: z.string().optional() }).optional(),
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

const OpsgenieAction = z.object({ user: z.string().optional(), source: z.string().optional() }).catch({});
const Opsgenie = z.object({ message: z.string().min(1), alias: z.string().min(1).max(512).optional() });

/** The Alert API v2 of Opsgenie. */
const opsgenie: Format = (request, path, body) => {
  const token = /^GenieKey +(\S+)$/i.exec(request.headers("authorization") ?? "")?.[1] ?? null;
  const requestId = randomUUID();
  const [, , identifier, action] = path.split("/");
  const reply = { result: "Request will be processed", took: 0.001, requestId };
  const parsed = (alert: Alert): ParsedAlerts => ({ token, alerts: () => [alert], status: 202, reply });
  if (identifier !== undefined) {
    const key = decoded(identifier);
    if (action === "close") return parsed({ kind: "success", key, title: null });
    const { user, source } = OpsgenieAction.parse(body);
    return action === "acknowledge"
      ? parsed({ kind: action, key, title: user || source || "Opsgenie" })
      : parsed({ kind: "log", key, title: action ?? null });
  }
  const { message, alias } = Opsgenie.parse(body);
  return parsed({ kind: "fail", key: alias ?? requestId, title: message });
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

/** The formats by the start of the path. */
export const FORMATS: readonly (readonly [path: RegExp, format: Format])[] = [
  [/^(alertmanager|grafana)$/, alertmanager],
  [/^v2\/enqueue$/, pagerDuty],
  [/^v2\/alerts(\/[^/]{1,600}\/[a-z]{1,20})?$/, opsgenie],
  [/^json$/, json],
];
