import type { CreateMonitor } from "@/lib/contract/monitors/input";
import type { Monitor } from "@/lib/contract/monitors/monitors";

/** What a monitor checks, in one line. */
export function targetOf(monitor: Pick<Monitor, "protocol" | "request">): string {
  const request = monitor.request;
  if ("url" in request) return request.url.replace(/^https?:\/\//, "").replace(/\/$/, "");
  return "port" in request ? `${request.host}:${request.port}` : request.host;
}

/** A typed address with the scheme people leave out. */
export function completeUrl(typed: string): string {
  const text = typed.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const local = /^(localhost|127\.|\[|10\.|192\.168\.|[^/]*\.localhost)/i.test(text);
  return `${local ? "http" : "https"}://${text}`;
}

/** The monitor that one typed address makes: everything else by default. */
export function monitorFromUrl(typed: string): Pick<CreateMonitor, "protocol"> & Record<string, unknown> {
  const url = completeUrl(typed);
  const host = URL.canParse(url) ? new URL(url).host : url;
  return {
    name: host.replace(/^www\./, "").slice(0, 45),
    protocol: "http",
    request: { method: "GET", url },
    regions: ["eu-deu-fra"],
    interval: 30,
  };
}
