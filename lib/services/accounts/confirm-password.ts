import { invalidField } from "@/lib/contract/core/errors";
import type { Caller } from "@/lib/services/core/caller";
import { selectPasswordHash } from "@/lib/store/accounts/users";
import { countRepeat } from "./attempts";
import { passwordMatches } from "./password";
import { personOf } from "./sessions";

/**
 * Throws 422 unless a signed-in person entered their password again, so that an unattended browser or a stolen cookie isn't enough. Tokens
 * and the command line have no password to enter.
 */
export async function confirmPassword(caller: Caller, password: string | undefined): Promise<void> {
  if (caller.kind !== "session") return;
  if (password === undefined)
    throw invalidField(
      "current_password",
      "current_password is required. Enter your password to confirm this.",
    );
  await countRepeat(caller.id);
  if (!(await passwordMatches(await selectPasswordHash(personOf(caller)), password)))
    throw invalidField("current_password", "The current password is wrong.");
}
