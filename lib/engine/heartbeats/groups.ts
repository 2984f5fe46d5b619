import { now } from "@/lib/shared/clock";
import { groupsOf } from "@/lib/store/checks/groups";
import { processHeartbeats } from "./process";

/** Judges a project's groups by the states that their members have now. Repeating it changes nothing. */
export async function judgeGroups(projectId: number, nowMs = now().getTime()): Promise<void> {
  await processHeartbeats(await groupsOf(projectId), nowMs);
}
