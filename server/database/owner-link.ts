import { hashPassword } from "@/lib/services/accounts/password";
import { passwordProblem } from "@/lib/services/accounts/password-rule";
import { now } from "@/lib/shared/clock";
import { appUrl, env } from "@/lib/shared/env";
import { randomToken, sha256 } from "@/lib/shared/secret";
import {
  ensureFirstOrganization,
  hasOwner,
  lockFirstStart,
  replaceOwnerLink,
} from "@/lib/store/accounts/first-start";
import { insertUser, joinProjects } from "@/lib/store/accounts/users";
import { tx } from "@/lib/store/core/tx";

const VALID_MS = 24 * 3_600_000;

/**
 * While there is no owner, creates one from OWNER_EMAIL and OWNER_PASSWORD (returns null), or returns a new one-time link,
 * valid for 24 hours, which replaces the previous one. Only its SHA-256 is stored.
 */
export async function firstOwner(): Promise<string | null> {
  const { OWNER_EMAIL: email, OWNER_PASSWORD: password } = env();
  if ((email === undefined) !== (password === undefined))
    throw new Error(
      "OWNER_EMAIL and OWNER_PASSWORD must be set together. Set both, or neither to get a one-time link.",
    );
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const problem =
    email === undefined || password === undefined
      ? null
      : await passwordProblem(password, { name: nameFrom(email), email });
  const token = randomToken();
  return tx(async (trx) => {
    await lockFirstStart(trx);
    if (await hasOwner(trx)) return null;
    const organizationId = await ensureFirstOrganization(trx);
    if (email !== undefined && passwordHash !== null) {
      if (problem !== null) throw new Error(`OWNER_PASSWORD ${problem}`);
      const owner = { organizationId, name: nameFrom(email), email, role: "owner", passwordHash } as const;
      await joinProjects(trx, await insertUser(trx, owner), organizationId);
      return null;
    }
    await replaceOwnerLink(trx, organizationId, sha256(token), new Date(now().getTime() + VALID_MS));
    return `${appUrl()}/setup/${token}`;
  });
}

/** Derives a name: `ada.lovelace@example.org` → `Ada Lovelace`. */
function nameFrom(email: string): string {
  const words = (email.split("@")[0] ?? email).split(/[._+-]+/).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || email;
}
