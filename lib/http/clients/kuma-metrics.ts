import * as z from "zod";
import { checkedPlace } from "@/lib/contract/protocols/lookup";
import type { ApiReply, ApiRequest } from "@/lib/http/request";
import { callApi } from "./call-api";

/** Uptime Kuma's numbers: down, up, pending, maintenance (which pauses). Some regions down is down. */
const STATUS: Readonly<Record<string, number>> = { offline: 0, partial: 0, online: 1, paused: 3 };
const PENDING = 2;

const Page = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      protocol: z.string(),
      status: z.string(),
      data_missing: z.boolean(),
      response_time: z.number().nullable(),
      request: z.record(z.string(), z.unknown()),
    }),
  ),
  links: z.object({ next: z.string().nullable() }),
});

/** Answers with the metrics of Uptime Kuma, for scrapers with a key as the password of basic authentication. */
export async function serveKumaMetrics(request: ApiRequest): Promise<ApiReply> {
  const lines = { status: [] as string[], time: [] as string[] };
  for (let page = 1, isMore = true; isMore; page += 1) {
    const query = new URLSearchParams({ per_page: "100", page: String(page), sort: "id" });
    const headers = { authorization: bearerOf(request) };
    const reply = await callApi(request, { method: "GET", path: "/uptime/monitors", query, headers });
    if (reply.status === 401)
      return { ...reply, headers: { ...reply.headers, "WWW-Authenticate": 'Basic realm="Vedette"' } };
    if (reply.status !== 200) return reply;
    const { data, links } = Page.parse(JSON.parse(String(reply.body)));
    for (const monitor of data) {
      const labels = labelsOf(monitor);
      const status = monitor.data_missing ? PENDING : (STATUS[monitor.status] ?? PENDING);
      lines.status.push(`monitor_status{${labels}} ${status}\n`);
      if (monitor.response_time !== null)
        lines.time.push(`monitor_response_time{${labels}} ${monitor.response_time}\n`);
    }
    isMore = links.next !== null;
  }
  return {
    status: 200,
    headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" },
    body: [
      "# HELP monitor_status Monitor Status (1 = UP, 0= DOWN, 2= PENDING, 3= MAINTENANCE)\n# TYPE monitor_status gauge\n",
      ...lines.status,
      "# HELP monitor_response_time Monitor Response Time (ms)\n# TYPE monitor_response_time gauge\n",
      ...lines.time,
    ].join(""),
  };
}

function bearerOf(request: ApiRequest): string | undefined {
  const basic = /^Basic +([A-Za-z0-9+/=]{1,400})$/i.exec(request.headers("authorization") ?? "")?.[1];
  const password =
    basic &&
    Buffer.from(basic, "base64")
      .toString("utf8")
      .replace(/^[^:]*:/, "");
  return password ? `Bearer ${password}` : undefined;
}

function labelsOf({ id, name, protocol, request }: z.infer<typeof Page>["data"][number]): string {
  const { host, port } = checkedPlace(protocol, request);
  const labels = {
    monitor_id: String(id),
    monitor_name: name,
    monitor_type: protocol,
    monitor_url: typeof request.url === "string" ? request.url : "https://",
    monitor_hostname: host || "null",
    monitor_port: port ? String(port) : "null",
  };
  const quoted = (value: string) =>
    value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
  return Object.entries(labels)
    .map(([label, value]) => `${label}="${quoted(value)}"`)
    .join(",");
}
