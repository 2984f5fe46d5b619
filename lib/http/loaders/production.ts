import { env } from "@/lib/shared/env";

export function isProduction(): boolean {
  return env().NODE_ENV === "production";
}
