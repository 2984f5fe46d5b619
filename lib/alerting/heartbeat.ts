import { readiness } from "@/lib/engine/health/readiness";
import { sendHeartbeat } from "@/lib/notify/heartbeat";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";

/** Every minute: a sign of life to HEARTBEAT_URL, but only while every stage from check to notification works (F35). True when it left. */
export async function beat(): Promise<boolean> {
  const url = env().HEARTBEAT_URL;
  if (url === undefined) return false;
  const { status, checks } = await readiness();
  if (status === "ok") {
    await sendHeartbeat(url);
    return true;
  }
  const wrong = Object.values(checks).flatMap(({ message }) => message ?? []);
  log.warn("heartbeat not sent because readiness checks are failing", { wrong });
  return false;
}
