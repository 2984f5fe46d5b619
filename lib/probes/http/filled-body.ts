import { randomUUID } from "node:crypto";
import { now } from "@/lib/shared/clock";

const VALUES: Readonly<Record<string, () => string>> = {
  timestamp: () => String(Math.floor(now().getTime() / 1000)),
  uuid: randomUUID,
};

/** Returns a request body with its variables replaced: `{{timestamp}}`, in Unix seconds, and `{{uuid}}`. Other braces stay. */
export function filledBody(body: string | null): string | null {
  return body?.replace(/\{\{ ?(timestamp|uuid) ?\}\}/g, (_, name: string) => VALUES[name]?.() ?? "") ?? null;
}
