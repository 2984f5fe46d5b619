import type { UpInterval } from "@/lib/domain/checks/availability";

/** A stored incident of one monitor. Times are epoch milliseconds. */
export interface RecordedIncident {
  readonly id: number;
  readonly at: number;
  readonly recoveredAt: number | null;
  readonly status: "ongoing" | "recovering" | "recovered";
  /** When the wait for stable recovery ends. Null while not waiting. */
  readonly waitingUntil: number | null;
  readonly up: readonly UpInterval[];
  /** Set if a person edited its times or several monitors share it. Such an incident never moves. */
  readonly fixed: boolean;
}

/** Returns the incident that was open at `at`, or null if none was. */
export function openAt(recorded: readonly RecordedIncident[], at: number): RecordedIncident | null {
  const open = recorded.findLast(
    (each) => each.at <= at && at < (each.recoveredAt ?? Number.POSITIVE_INFINITY),
  );
  return open ?? null;
}

/** Returns until when an incident was open, including a wait for stable recovery after its recovery time. */
export function openUntil({ recoveredAt, waitingUntil }: RecordedIncident): number {
  return recoveredAt === null ? Number.POSITIVE_INFINITY : Math.max(recoveredAt, waitingUntil ?? 0);
}
