import { existsSync } from "node:fs";
import { Command } from "commander";
import { slugOf } from "@/lib/domain/core/slug";
import { now } from "@/lib/shared/clock";
import { env } from "@/lib/shared/env";
import { appSecretDigest } from "@/lib/shared/secret";
import { backupBytes, writeBackup } from "@/lib/store/backup/file";
import { importBackup } from "@/lib/store/backup/import";
import { importProject } from "@/lib/store/backup/project";
import { refuseOtherUsers } from "@/lib/store/backup/users";
import { storedDigest } from "@/lib/store/core/app-secret";
import { withClient } from "@/lib/store/core/connection/client";
import { closePool } from "@/lib/store/core/pool";
import { withDatabase, withOwnDatabase } from "../connect";
import { remark } from "../output";

export function backupCommand(): Command {
  return new Command("backup")
    .argument("<file>", "file to write")
    .description("write a consistent backup to one file; the server can keep running")
    .option("--without-results", "leave out raw check results (rollups and incidents are included)")
    .action((file: string, options: { withoutResults?: boolean }) =>
      withDatabase(() => backup(file, options.withoutResults !== true), "any-secret"),
    );
}

async function backup(file: string, withResults: boolean): Promise<void> {
  const secretDigest = (await storedDigest()) ?? appSecretDigest();
  const { BACKUP_PASSPHRASE: passphrase } = env();
  await writeBackup(file, { createdAt: now(), secretDigest, withResults, passphrase });
  remark(`Backup written to ${file}.`);
  remark(
    "Back up APP_SECRET (or the app-secret file in the data directory) separately. It decrypts the stored secrets and isn't in this file.",
  );
}

export function restoreCommand(): Command {
  return new Command("restore")
    .argument("<file>", "file written by `backup`")
    .description("restore a backup in one transaction; stop the server first")
    .option("--replace", "delete everything in the database first")
    .option("--other-secret", "restore with a different APP_SECRET; stored secrets are lost")
    .option("--project <id or slug>", "restore only this project and keep the others")
    .option("--as <name>", "the restored project's new name")
    .action((file: string, options: RestoreOptions) => restore(file, options));
}

interface RestoreOptions {
  replace?: boolean;
  otherSecret?: boolean;
  project?: string;
  as?: string;
}

async function restore(file: string, options: RestoreOptions): Promise<void> {
  if (!existsSync(file)) throw new Error(`${file} does not exist.`);
  const { project, as } = options;
  if (as !== undefined && project === undefined) throw new Error("--as needs --project.");
  if (project !== undefined && (options.replace || options.otherSecret))
    throw new Error("--project can't be combined with --replace or --other-secret.");
  const rows = await withOwnDatabase(async () => {
    await closePool();
    return withClient(async (client) => {
      await refuseOtherUsers(client);
      const [bytes, secretDigest] = [backupBytes(file, env().BACKUP_PASSPHRASE), appSecretDigest()];
      if (project !== undefined) {
        const rename = as === undefined ? null : { name: as, slug: slugOf(as) };
        return importProject(client, bytes, { project, rename, secretDigest });
      }
      return importBackup(client, bytes, {
        secretDigest,
        replace: options.replace === true,
        otherSecret: options.otherSecret === true,
      });
    });
  }, "any-secret");
  remark(`Restored ${rows} rows. You can start the server now.`);
}
