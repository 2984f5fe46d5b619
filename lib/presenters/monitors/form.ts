import type { RegionName } from "@/lib/contract/core/regions";
import type { Assertion } from "@/lib/contract/monitors/assertions";
import type { Monitor } from "@/lib/contract/monitors/monitors";
import type { FieldInfo } from "@/lib/presenters/core/form-fields";
import { completeUrl } from "@/lib/presenters/core/target";

export type Protocol = "http" | "tcp" | "icmp";
export const HTTP_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "OPTIONS"] as const;
export const INTERVALS_SECONDS = [30, 60, 120, 180, 300, 600, 900, 1800, 3600] as const;
export const TIMEOUTS_MS = [1000, 2000, 3000, 5000, 8000, 10000, 15000, 20000, 25000, 30000] as const;

/** Labels and help texts for the form, from the contract. */
export type MonitorFormInfo = Record<string, FieldInfo>;

/** The form values of a monitor. */
export interface MonitorDraft {
  name: string;
  protocol: Protocol;
  url: string;
  method: string;
  headers: { name: string; value: string }[];
  body: string;
  follow_redirects: boolean;
  user_agent_secret: string;
  host: string;
  port: string;
  connection: "plain" | "tls";
  tls_skip_verify: boolean;
  regions: RegionName[];
  interval: number;
  timeout: number;
  success_assertions: Assertion[];
  incident_confirmations: number;
  recovery_confirmations: number;
  region_threshold: number;
  tags: string;
}

export const NEW_DRAFT: MonitorDraft = {
  name: "",
  protocol: "http",
  url: "",
  method: "GET",
  headers: [],
  body: "",
  follow_redirects: true,
  user_agent_secret: "",
  host: "",
  port: "443",
  connection: "plain",
  tls_skip_verify: false,
  regions: ["eu-deu-fra"],
  interval: 60,
  timeout: 20000,
  success_assertions: [{ type: "status_code", operator: "in", value: "2xx,30x" }],
  incident_confirmations: 3,
  recovery_confirmations: 3,
  region_threshold: 1,
  tags: "",
};

/** Returns a draft of a stored monitor. */
export function draftOf(monitor: Monitor): MonitorDraft {
  const { protocol, request } = monitor;
  const http = protocol === "http" ? request : null;
  return {
    ...NEW_DRAFT,
    name: monitor.name,
    protocol,
    ...("url" in request && {
      url: request.url,
      method: request.method,
      follow_redirects: request.follow_redirects,
    }),
    headers: http?.headers ?? [],
    body: http?.body ?? "",
    user_agent_secret: http?.user_agent_secret ?? "",
    ...("host" in request && { host: request.host }),
    ...("port" in request && { port: request.port, connection: request.connection }),
    tls_skip_verify: "tls_skip_verify" in request ? request.tls_skip_verify : false,
    regions: monitor.regions,
    interval: monitor.interval,
    timeout: monitor.timeout,
    success_assertions: monitor.success_assertions,
    incident_confirmations: monitor.incident_confirmations,
    recovery_confirmations: monitor.recovery_confirmations,
    region_threshold: monitor.region_threshold,
    tags: (monitor.tags ?? []).join(", "),
  };
}

function requestOf(draft: MonitorDraft) {
  const { host, port, connection, tls_skip_verify } = draft;
  if (draft.protocol === "icmp") return { host };
  if (draft.protocol === "tcp") return { host, port, connection, tls_skip_verify };
  return {
    method: draft.method,
    url: completeUrl(draft.url),
    tls_skip_verify,
    follow_redirects: draft.follow_redirects,
    body: ["POST", "PUT", "PATCH"].includes(draft.method) && draft.body !== "" ? draft.body : null,
    user_agent_secret: draft.user_agent_secret || null,
    headers: draft.headers.length > 0 ? draft.headers : null,
  };
}

/** Returns the body of a create, update, or trial check. A missing name becomes the monitored host. */
export function bodyOf(draft: MonitorDraft) {
  const tags = draft.tags.split(/[\s,]+/).filter(Boolean);
  const target =
    draft.protocol === "http"
      ? (completeUrl(draft.url)
          .replace(/^https?:\/\/(www\.)?/i, "")
          .split("/")[0] ?? "")
      : draft.host;
  return {
    name: draft.name.trim() || target.slice(0, 45),
    protocol: draft.protocol,
    request: requestOf(draft),
    regions: draft.regions,
    interval: draft.interval,
    timeout: draft.timeout,
    success_assertions: draft.protocol === "http" ? draft.success_assertions : [],
    incident_confirmations: draft.incident_confirmations,
    recovery_confirmations: draft.recovery_confirmations,
    region_threshold: draft.region_threshold,
    tags: tags.length > 0 ? tags : null,
  };
}

/** Returns suggestions for this monitor, one sentence each. `hasRemote`: whether any runner is outside the server. */
export function suggestions(draft: MonitorDraft, hasRemote = true): string[] {
  const texts: string[] = [];
  if (draft.regions.length === 1)
    texts.push(
      hasRemote
        ? "A single region can't distinguish your outages from its own. Use three regions."
        : "A single machine can't distinguish your outages from its own. Add a runner elsewhere in Settings → Regions.",
    );
  if (draft.regions.length > 2 && draft.region_threshold === 1)
    texts.push("With three or more regions, require 2 of them to fail to ignore problems in just one.");
  if (draft.interval > 300)
    texts.push(
      `At this interval, confirming an outage takes at least ${Math.round((draft.interval + 20) / 60)} minutes.`,
    );
  if (draft.protocol === "http" && /^http:\/\//i.test(draft.url) && !/localhost|127\.0/.test(draft.url))
    texts.push("The URL uses plain http, so certificates aren't monitored.");
  return texts;
}
