import { routes } from "@/lib/client/routes";
import type { Setup } from "@/lib/contract/accounts/accounts";
import { loadIfFound } from "./load";

/** Returns the purpose of a one-time link, or null if it was used, has expired, or never existed. */
export async function loadSetup(token: string): Promise<Setup | null> {
  return loadIfFound(routes.getSetup, { params: { token } });
}
