import type * as z from "zod";
import type { CreateMonitor } from "@/lib/contract/monitors/input";

/** Adds the scheme to a typed URL that lacks one. */
export function completeUrl(typed: string): string {
  const text = typed.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const local = /^(localhost|127\.|\[|10\.|192\.168\.|[^/]*\.localhost)/i.test(text);
  return `${local ? "http" : "https"}://${text}`;
}

/** Returns a monitor for a typed URL, with defaults for everything else. */
export function monitorFromUrl(typed: string): z.input<typeof CreateMonitor> {
  const url = completeUrl(typed);
  const host = URL.canParse(url) ? new URL(url).host : url;
  return {
    name: host.replace(/^www\./, "").slice(0, 45),
    protocol: "http",
    request: { method: "GET", url },
    regions: ["eu-deu-fra"],
    interval: 30,
    success_assertions: null,
  };
}
