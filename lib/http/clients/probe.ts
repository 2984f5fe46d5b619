import { isIP } from "node:net";
import { CheckNow, type RegionCheck } from "@/lib/contract/checks/check-now";
import { REGION_CODES } from "@/lib/contract/core/regions";
import { TIMEOUTS_MS } from "@/lib/contract/monitors/times";
import type { ApiReply, ApiRequest } from "@/lib/http/request";
import { aliveRunners } from "@/lib/store/runners/runners";
import { callApi } from "./call-api";

const DEFAULT_TIMEOUT_MS = 10_000;
/** Prometheus gives up at its own timeout, so the check ends before. */
const MARGIN_MS = 500;

type Request = { readonly protocol: string; readonly request: object };

/** The modules of blackbox_exporter's example configuration that are served. */
const MODULES: Readonly<Record<string, (target: string, query: URLSearchParams) => Request | string>> = {
  http_2xx: (target) => {
    const url = /^https?:\/\//i.test(target) ? target : `http://${target}`;
    return { protocol: "http", request: { method: "GET", url } };
  },
  tcp_connect: (target) => tcp(target, "plain"),
  tls: (target) => tcp(target, "tls"),
  icmp: (target) => ({ protocol: "icmp", request: { host: target } }),
  dns: (target, query) => {
    const host = query.get("query_name");
    const record_type = query.get("query_type") ?? "A";
    if (!host) return "query_name parameter is missing";
    return { protocol: "dns", request: { host, record_type, resolver: target } };
  },
};

function tcp(target: string, connection: string): Request | string {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(target) ?? [];
  if (port === undefined) return "Target must be a host and a port, such as db.example.com:5432";
  return { protocol: "tcp", request: { host: bracketed ?? plain, port, connection } };
}

/** Checks a target for Prometheus, and answers with the metrics of blackbox_exporter. */
export async function serveProbe(request: ApiRequest): Promise<ApiReply> {
  const query = new URLSearchParams(request.search);
  const name = query.get("module") ?? "http_2xx";
  const target = query.get("target");
  if (!target) return text(400, "Target parameter is missing");
  const module = Object.hasOwn(MODULES, name) ? MODULES[name] : undefined;
  const asked = module?.(target, query) ?? `Unknown module ${JSON.stringify(name.slice(0, 100))}`;
  if (typeof asked === "string") return text(400, asked);
  const region = query.get("region") ?? (await servedRegion());
  if (region === null) return text(503, "No runner is connected.");
  const body = { name: "Probe", regions: [region], timeout: timeoutOf(request), ...asked };
  const reply = await callApi(request, { method: "POST", path: "/uptime/monitors/check", body });
  if (reply.status !== 200) {
    const { message } = JSON.parse(String(reply.body));
    return { ...text(reply.status, message), headers: { ...reply.headers, ...TEXT } };
  }
  const [check] = CheckNow.parse(JSON.parse(String(reply.body))).regions;
  // A failed scrape says that nothing is known, unlike a failed probe.
  if (check?.outcome !== "up" && check?.outcome !== "down")
    return text(503, check?.error?.message ?? "The check was inconclusive.");
  return text(200, metricsOf(asked.protocol, check).join(""));
}

/** The built-in runner has no region of its own and serves all. */
async function servedRegion(): Promise<string | null> {
  const [runner] = await aliveRunners();
  return runner ? (runner.region ?? REGION_CODES[0]) : null;
}

const TEXT = { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" };

function text(status: number, body: string): ApiReply {
  return { status, headers: TEXT, body: body.endsWith("\n") ? body : `${body}\n` };
}

function timeoutOf(request: ApiRequest): number {
  const scrapeMs = Number(request.headers("x-prometheus-scrape-timeout-seconds")) * 1000;
  const wantedMs = scrapeMs > 0 ? scrapeMs - MARGIN_MS : DEFAULT_TIMEOUT_MS;
  return TIMEOUTS_MS.filter((each) => each <= wantedMs).at(-1) ?? TIMEOUTS_MS[0];
}

type Values = number | readonly (readonly [labels: string, value: number])[];

function metric(name: string, help: string, values: Values): string {
  const lines = typeof values === "number" ? [["", values] as const] : values;
  const shown = lines.map(([labels, value]) => `${name}${labels && `{${labels}}`} ${value}\n`).join("");
  return lines.length === 0 ? "" : `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${shown}`;
}

const seconds = (micros: number | null) => (micros ?? 0) / 1_000_000;
const phases = (parts: Readonly<Record<string, number | null>>) =>
  Object.entries(parts).map(([phase, micros]) => [`phase="${phase}"`, seconds(micros)] as const);

function metricsOf(protocol: string, check: RegionCheck): string[] {
  const { timings, remote_address: address, outcome } = check;
  return [
    metric("probe_success", "Displays whether or not the probe was a success", outcome === "up" ? 1 : 0),
    metric(
      "probe_duration_seconds",
      "Returns how long the probe took to complete in seconds",
      seconds(timings.total),
    ),
    metric(
      "probe_dns_lookup_time_seconds",
      "Returns the time taken for probe dns lookup in seconds",
      seconds(timings.dns),
    ),
    metric(
      "probe_ip_protocol",
      "Specifies whether probe ip protocol is IP4 or IP6",
      address ? isIP(address) : 0,
    ),
    metric(
      "probe_ip_addr_hash",
      "Specifies the hash of IP address. It's useful to detect if the IP address changes.",
      address ? hashOf(address) : [],
    ),
    ...(OWN[protocol]?.(check) ?? []),
    ...certificateMetrics(check),
  ];
}

const REGEX = metric("probe_failed_due_to_regex", "Indicates if probe failed due to regex", 0);

const OWN: Readonly<Record<string, (check: RegionCheck) => string[]>> = {
  tcp: () => [REGEX],
  http: ({ timings: { dns, connect, tls, send, first_byte: first, transfer }, ...check }) => [
    REGEX,
    metric("probe_http_status_code", "Response HTTP status code", check.status_code ?? 0),
    metric("probe_http_redirects", "The number of redirects", check.redirects.length),
    metric("probe_http_ssl", "Indicates if SSL was used for the final redirect", check.certificate ? 1 : 0),
    metric(
      "probe_http_version",
      "Returns the version of HTTP of the probe response",
      check.status_code ? 1.1 : 0,
    ),
    metric(
      "probe_http_duration_seconds",
      "Duration of http request by phase, summed over all redirects",
      phases({ resolve: dns, connect, tls, processing: (send ?? 0) + (first ?? 0), transfer }),
    ),
  ],
  icmp: ({ timings: { dns, first_byte: rtt } }) => [
    metric(
      "probe_icmp_duration_seconds",
      "Duration of icmp request by phase",
      phases({ resolve: dns, setup: 0, rtt }),
    ),
  ],
  dns: ({ timings: { dns }, details, outcome }) => [
    metric(
      "probe_dns_query_succeeded",
      "Displays whether or not the query was executed successfully",
      outcome === "up" ? 1 : 0,
    ),
    metric(
      "probe_dns_answer_rrs",
      "Returns number of entries in the answer resource record list",
      details?.records?.length ?? 0,
    ),
    metric(
      "probe_dns_duration_seconds",
      "Duration of DNS request by phase",
      phases({ resolve: 0, connect: 0, request: dns }),
    ),
  ],
};

function certificateMetrics({ certificate }: RegionCheck): string[] {
  if (!certificate) return [];
  const { not_after, chain = [], fingerprint_sha256, subject_common_name, issuer_common_name } = certificate;
  const expiries = [not_after, ...chain.map((link) => link.not_after)].map((at) => Date.parse(at) / 1000);
  const labels = {
    fingerprint_sha256: fingerprint_sha256.replaceAll(":", "").toLowerCase(),
    issuer: `CN=${issuer_common_name ?? ""}`,
    subject: `CN=${subject_common_name ?? ""}`,
    subjectalternative: certificate.subject_alternative_names.join(","),
  };
  const quoted = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [
    metric(
      "probe_ssl_earliest_cert_expiry",
      "Returns last SSL chain expiry in unixtime",
      Math.min(...expiries),
    ),
    metric(
      "probe_ssl_last_chain_expiry_timestamp_seconds",
      "Returns last SSL chain expiry in timestamp",
      Math.min(...expiries),
    ),
    metric("probe_ssl_last_chain_info", "Contains SSL leaf certificate information", [[quoted.join(","), 1]]),
  ];
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Returns the FNV-1a hash of an address's bytes, as blackbox_exporter does. */
function hashOf(address: string): number {
  return bytesOf(address).reduce((hash, byte) => Math.imul(hash ^ byte, FNV_PRIME) >>> 0, FNV_OFFSET);
}

function bytesOf(address: string): number[] {
  if (isIP(address) === 4) return address.split(".").map(Number);
  const groups = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1).split("::") ?? [];
  const [head = [], tail = []] = groups.map((part) => (part === "" ? [] : part.split(":")));
  const all = [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill("0"), ...tail];
  return all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
}
