import { invalidField } from "@/lib/contract/core/errors";
import { isOwnWords, isRepetitive, type PasswordOwner, triedForms } from "@/lib/domain/accounts/own-words";
import { once } from "@/lib/shared/once";

/**
 * Throws 422 on `field` for a password that attackers try first: one of the 49,000 most common, also with digits around it or repeated, or
 * one made of the account's own name and address (NIST SP 800-63B §5.1.1.2).
 */
export async function requireUncommon(field: string, password: string, owner: PasswordOwner): Promise<void> {
  const problem = await passwordProblem(password, owner);
  if (problem) throw invalidField(field, `${field} ${problem}`);
}

/** Returns why a password is refused, as the end of a sentence; otherwise null. */
export async function passwordProblem(password: string, owner: PasswordOwner): Promise<string | null> {
  if (isOwnWords(password, owner)) return "must not consist of your own name and email address.";
  const common = await commonPasswords();
  return isRepetitive(password) || triedForms(password).some((form) => common.has(form))
    ? "must not be a common password, even with digits around it or repeated."
    : null;
}

/** Loads the list when it's first needed, because it takes 10 MB. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  return once("accounts.common_passwords", async () => {
    const { dictionary } = await import("@zxcvbn-ts/language-common");
    return new Set(dictionary["passwords-common"]);
  });
}
