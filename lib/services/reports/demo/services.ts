import type { Region } from "@/lib/contract/core/regions";
import { PROTOCOL_NAMES, protocolOf } from "@/lib/contract/protocols/lookup";
import type { Protocol } from "@/lib/contract/protocols/registry";
import type { Simulation } from "@/lib/domain/checks/simulation";

/** A monitored demo service. */
export interface DemoService {
  name: string;
  protocol: Protocol;
  request: object;
  group: string | null;
  tags: string[];
  simulation: Simulation;
  /** Paused once its past is simulated. */
  paused?: boolean;
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

const WEB_SERVICES: readonly (Omit<DemoService, "protocol" | "request"> & { url: string })[] = [
  {
    name: "Website",
    url: "https://www.acme.example/",
    group: null,
    tags: ["public"],
    typicalMs: 64,
    simulation: "up",
  },
  {
    name: "Public API",
    url: "https://api.acme.example/v2/health",
    group: "Platform",
    tags: ["public", "platform"],
    typicalMs: 41,
    simulation: "down",
  },
  {
    name: "Checkout",
    url: "https://checkout.acme.example/health",
    group: "Platform",
    tags: ["public", "payments"],
    typicalMs: 118,
    simulation: "up",
  },
  {
    name: "Sign-in",
    url: "https://login.acme.example/",
    group: "Platform",
    tags: ["public", "platform"],
    typicalMs: 57,
    simulation: "up",
  },
  {
    name: "Webhooks",
    url: "https://api.acme.example/hooks/health",
    group: "Platform",
    tags: ["platform"],
    typicalMs: 33,
    simulation: "down",
  },
  {
    name: "Search",
    url: "https://search.acme.example/?q=shoes",
    group: "Content",
    tags: ["content"],
    typicalMs: 86,
    simulation: "partial",
  },
  {
    name: "Images",
    url: "https://img.acme.example/logo.png",
    group: "Content",
    tags: ["content"],
    typicalMs: 22,
    simulation: "flapping",
  },
  {
    name: "Documentation",
    url: "https://docs.acme.example/",
    group: "Content",
    tags: ["content"],
    typicalMs: 49,
    simulation: "inconclusive",
  },
];

/** Example addresses that no one owns. Demo monitors are never checked. */
const APP = new URL("https://lb.acme.example");

/** Returns the demo services: web services in every state, and the example of each other protocol, the last of which is paused. */
export function demoServices(): DemoService[] {
  const web = WEB_SERVICES.map(
    ({ url, ...service }): DemoService => ({ ...service, protocol: "http", request: { method: "GET", url } }),
  );
  const others = PROTOCOL_NAMES.flatMap((protocol): DemoService[] => {
    const demo = protocolOf(protocol)?.demo?.(APP);
    if (!demo) return [];
    return [
      {
        ...demo,
        protocol,
        group: "Infrastructure",
        tags: ["infrastructure"],
        typicalMs: 14,
        simulation: "up",
      },
    ];
  });
  return [...web, ...others.map((service, at) => ({ ...service, paused: at === others.length - 1 }))];
}

/** Returns the typical response time of a monitor in a region, even if the monitor was renamed. */
export function typicalMsOf(name: string, region: string): number {
  const near = WEB_SERVICES.find((service) => service.name === name)?.typicalMs ?? 14;
  return near + (DISTANCE_MS[region as Region] ?? 0);
}
