import type { Sharer } from "@/lib/domain/runners/assignment";
import { Hearing } from "@/lib/domain/runners/hearing";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { aliveRunners } from "@/lib/store/runners/runners";

const hearing = () => once("runners.hearing", () => new Hearing());

/** Records that this server heard from a runner. */
export function heardFromRunner(): void {
  hearing().heard(monotonicMs());
}

/** Returns the runners that share the regions. None is late while this server can't tell. */
export async function sharers(): Promise<Sharer[]> {
  const alive = await aliveRunners();
  return hearing().isSteady(monotonicMs()) ? alive : alive.map((runner) => ({ ...runner, late: false }));
}
