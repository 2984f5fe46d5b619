import { readiness } from "@/lib/engine/health/readiness";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { postToOperator } from "./operator-request";

/**
 * Sends a heartbeat to HEARTBEAT_URL every minute, but only while every stage from check to notification works. Returns
 * whether it was sent.
 */
export async function beat(): Promise<boolean> {
  const url = env().HEARTBEAT_URL;
  if (url === undefined) return false;
  const { status, checks } = await readiness();
  if (status === "ok") {
    await postToOperator("heartbeat", url);
    return true;
  }
  const wrong = Object.values(checks).flatMap(({ message }) => message ?? []);
  log.warn("heartbeat not sent because readiness checks are failing", { wrong });
  return false;
}
