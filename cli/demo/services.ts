import type { Region } from "@/lib/contract/core/regions";

/** A monitored demo service. Every check calls this server, so that the service stays up while the server runs. */
export interface DemoService {
  name: string;
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

export const SERVICES: DemoService[] = [
  { name: "Website", group: null, tags: ["public"], typicalMs: 64 },
  { name: "Public API", group: "Platform", tags: ["public", "platform"], typicalMs: 41 },
  { name: "Checkout", group: "Platform", tags: ["public", "payments"], typicalMs: 118 },
  { name: "Sign-in", group: "Platform", tags: ["public", "platform"], typicalMs: 57 },
  { name: "Webhooks", group: "Platform", tags: ["platform"], typicalMs: 33 },
  { name: "Search", group: "Content", tags: ["content"], typicalMs: 86 },
  { name: "Images", group: "Content", tags: ["content"], typicalMs: 22 },
  { name: "Documentation", group: "Content", tags: ["content"], typicalMs: 49 },
];
