import { sha256 } from "@/lib/shared/secret";
import { selectPageSecrets } from "@/lib/store/config-file/managed-items";
import { passwordMatches } from "../accounts/password";
import { fillReferences } from "./references";
import type { StoredItem } from "./stored";

export const PAGE_SECRETS: readonly string[] = ["access_token", "access_password"];

/**
 * Returns which of a page's secrets need no write: those whose variable is missing while a secret is set, and those already set to the
 * same value. (Writing the same password again would sign out every visitor.)
 */
export async function unchangedSecrets(
  projectId: number,
  item: StoredItem | undefined,
  given: Record<string, unknown>,
  variable: (name: string) => string | undefined,
): Promise<string[]> {
  if (!item) return [];
  const row = await selectPageSecrets(projectId, item.id);
  const kept: string[] = [];
  const check = async (
    field: "access_token" | "access_password",
    matches: (text: string) => Promise<boolean>,
  ) => {
    if (typeof given[field] !== "string" || !row?.[field]) return;
    const { value } = fillReferences(given[field], undefined, variable);
    if (value === undefined || (await matches(String(value)))) kept.push(field);
  };
  await check("access_token", async (text) => row?.access_token?.equals(sha256(text)) ?? false);
  await check("access_password", (text) => passwordMatches(row?.access_password ?? null, text));
  return kept;
}
