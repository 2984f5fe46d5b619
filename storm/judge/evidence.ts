import type { Arrival } from "../world/providers";
import type { Outage, Span } from "../world/targets";
import type { Visit } from "../world/visitor";
import type { Write } from "../world/writer";
import type { Generated } from "./generated";
import type { MonitorStory } from "./incidents";

/** What a fault may do to checks and notifications. */
export interface FaultEffects {
  /** Indexes of the runners that may not see their targets, or check them late. */
  readonly blinds: (subject: number) => readonly number[];
  /** Whether results may reach a decision late, so that failures aren't rechecked sooner. */
  readonly delays: boolean;
  /** Whether it can end a delivery between sending and its mark. */
  readonly interrupts: boolean;
}

/** A fault as it really happened, until what it hit worked again. Epoch milliseconds. */
export interface Disturbance extends Span {
  readonly kind: string;
  readonly fault: FaultEffects;
  readonly subject: number;
}

export interface MonitorRow {
  readonly project_id: number;
  readonly id: number;
  readonly regions: string[];
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly rules: { consecutiveFailures: number; consecutiveSuccesses: number; regionsRequired: number };
}

export interface IncidentRow {
  readonly id: number;
  readonly monitor: number;
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly status: string;
  /** Waits for a stable recovery after the third recovery within an hour. */
  readonly isFlapping: boolean;
  /** Late results don't confirm it. Its end says nothing about the target. */
  readonly isWithdrawn: boolean;
}

export interface EventRow {
  readonly id: number;
  readonly key: string;
  readonly incident: number;
}

export interface IntegrationRow {
  readonly project_id: number;
  readonly name: string;
}

export interface DeliveryRow {
  readonly requestId: string;
  readonly event: number;
  readonly key: string;
  readonly incident: number;
  readonly integration: string;
  readonly status: string;
  readonly reason: string | null;
}

/** Everything that the judge knows: what was done, what arrived, and what was stored. */
export interface Evidence {
  /** Monitors in the order of their targets. */
  readonly monitors: readonly MonitorRow[];
  readonly outages: readonly Outage[];
  /** When the targets answered slowly because of the machine. */
  readonly slow: readonly Span[];
  readonly disturbances: readonly Disturbance[];
  /** Results in the runners' logs, and those in the database. */
  readonly created: readonly Generated[];
  readonly stored: readonly Generated[];
  readonly stories: readonly MonitorStory[];
  readonly incidents: readonly IncidentRow[];
  readonly integrations: readonly IntegrationRow[];
  readonly events: readonly EventRow[];
  readonly deliveries: readonly DeliveryRow[];
  readonly arrivals: readonly Arrival[];
  readonly writes: readonly Write[];
  readonly titles: readonly string[];
  readonly visits: readonly Visit[];
}

/** Returns whether two spans overlap; an open one lasts forever. */
export function overlap(
  a: { readonly fromMs: number; readonly toMs: number | null },
  b: { readonly fromMs: number; readonly toMs: number | null },
): boolean {
  return a.fromMs <= (b.toMs ?? Number.POSITIVE_INFINITY) && b.fromMs <= (a.toMs ?? Number.POSITIVE_INFINITY);
}
