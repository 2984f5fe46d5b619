import { Command } from "commander";
import { rotateSecret } from "@/lib/services/rotate-secret";
import { env } from "@/lib/shared/env";
import { withDatabase } from "../connect";
import { remark } from "../output";

export function rotateSecretCommand(): Command {
  return new Command("rotate-secret")
    .description(
      "encrypt stored secrets with APP_SECRET instead of APP_SECRET_PREVIOUS; servers can keep running",
    )
    .option(
      "--new-links",
      "also invalidate links in emails, webhook signatures, and DNS records that prove domains",
    )
    .action(async ({ newLinks = false }: { newLinks?: boolean }) => {
      if (env().APP_SECRET === undefined || env().APP_SECRET_PREVIOUS === undefined)
        throw new Error("Set APP_SECRET to the new secret and APP_SECRET_PREVIOUS to the one before it.");
      const { rotated, unreadable } = await withDatabase(() => rotateSecret(newLinks));
      remark(`${rotated} secrets are encrypted with the new APP_SECRET now.`);
      if (unreadable > 0)
        throw new Error(
          `${unreadable} secrets can't be decrypted with either secret. They stay as they are; see the log.`,
        );
      remark("A day from now, remove APP_SECRET_PREVIOUS and restart the servers.");
    });
}
