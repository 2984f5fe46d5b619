import type { Sharer } from "@/lib/domain/runners/assignment";
import { Hearing } from "@/lib/domain/runners/hearing";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";

const hearing = () => once("runners.hearing", () => new Hearing());

/** Records that this server received a report from a runner. */
export function heardFromRunner(): void {
  hearing().heard(monotonicMs());
}

/** Returns live runners as sharers of the regions. None is late while this server can't tell. */
export function sharersOf(alive: readonly Sharer[]): Sharer[] {
  return hearing().isSteady(monotonicMs()) ? [...alive] : alive.map((runner) => ({ ...runner, late: false }));
}
