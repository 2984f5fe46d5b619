import { routes } from "@/lib/client/routes";
import type { Setup } from "@/lib/contract/accounts/accounts";
import { tryLoad } from "./load";

/** What a one-time link is for; null when it was used, has expired or never was. */
export async function loadSetup(token: string): Promise<Setup | null> {
  return tryLoad(routes.getSetup, { params: { token } });
}
