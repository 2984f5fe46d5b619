import type { Region } from "@/lib/contract/core/regions";
import { PROTOCOL_NAMES, protocolOf } from "@/lib/contract/protocols/lookup";
import type { Protocol } from "@/lib/contract/protocols/registry";

/** A monitored demo service. */
export interface DemoService {
  name: string;
  protocol: Protocol;
  request: object;
  group: string | null;
  tags: string[];
  /** Typical response time near the service, milliseconds. */
  typicalMs: number;
}

export const REGIONS: Region[] = ["eu-deu-fra", "na-usa-iad", "as-sgp-sin"];

/** Additional response time per region, milliseconds. */
export const DISTANCE_MS: Partial<Record<Region, number>> = {
  "eu-deu-fra": 8,
  "na-usa-iad": 92,
  "as-sgp-sin": 171,
};

const WEB_SERVICES = [
  { name: "Website", group: null, tags: ["public"], typicalMs: 64 },
  { name: "Public API", group: "Platform", tags: ["public", "platform"], typicalMs: 41 },
  { name: "Checkout", group: "Platform", tags: ["public", "payments"], typicalMs: 118 },
  { name: "Sign-in", group: "Platform", tags: ["public", "platform"], typicalMs: 57 },
  { name: "Webhooks", group: "Platform", tags: ["platform"], typicalMs: 33 },
  { name: "Search", group: "Content", tags: ["content"], typicalMs: 86 },
  { name: "Images", group: "Content", tags: ["content"], typicalMs: 22 },
  { name: "Documentation", group: "Content", tags: ["content"], typicalMs: 49 },
];

/**
 * Returns the demo services of a server at `app`. Checks of the web services call this server, so that they stay up while it runs. The
 * other protocols choose their own example.
 */
export function demoServices(app: URL): DemoService[] {
  const web = WEB_SERVICES.map((service): DemoService => {
    const url = new URL(`/api/healthz?service=${encodeURIComponent(service.name.toLowerCase())}`, app).href;
    return { ...service, protocol: "http", request: { method: "GET", url } };
  });
  const others = PROTOCOL_NAMES.flatMap((protocol): DemoService[] => {
    const demo = protocolOf(protocol)?.demo?.(app);
    return demo
      ? [{ ...demo, protocol, group: "Infrastructure", tags: ["infrastructure"], typicalMs: 14 }]
      : [];
  });
  return [...web, ...others];
}
