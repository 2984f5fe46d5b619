import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Command } from "commander";
import { now } from "@/lib/shared/clock";
import { appSecretDigest } from "@/lib/shared/secret";
import { exportLines } from "@/lib/store/backup/export";
import { importLines } from "@/lib/store/backup/import";
import { refuseOtherUsers } from "@/lib/store/backup/users";
import { storedDigest } from "@/lib/store/core/app-secret";
import { withClient } from "@/lib/store/core/client";
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
  const half = `${file}.part`;
  const secretDigest = (await storedDigest()) ?? appSecretDigest();
  try {
    await withClient((client) => {
      const lines = exportLines(client, { createdAt: now(), secretDigest, withResults });
      const target = createWriteStream(half, { mode: 0o600, flush: true });
      return pipeline(Readable.from(lines), createGzip({ level: 6 }), target);
    });
    renameSync(half, file);
  } finally {
    rmSync(half, { force: true });
  }
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
    .action((file: string, options: { replace?: boolean; otherSecret?: boolean }) => restore(file, options));
}

async function restore(file: string, options: { replace?: boolean; otherSecret?: boolean }): Promise<void> {
  if (!existsSync(file)) throw new Error(`${file} does not exist.`);
  const rows = await withOwnDatabase(async () => {
    await closePool();
    return withClient(async (client) => {
      await refuseOtherUsers(client);
      return importLines(client, linesOf(file), {
        secretDigest: appSecretDigest(),
        replace: options.replace === true,
        otherSecret: options.otherSecret === true,
      });
    });
  }, "any-secret");
  remark(`Restored ${rows} rows. You can start the server now.`);
}

async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = "";
  try {
    for await (const part of createReadStream(file).pipe(createGunzip()).setEncoding("utf8")) {
      const lines = `${rest}${part}`.split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (error) {
    throw new Error(
      `${file} is damaged or isn't a backup: ${(error as Error).message}. Nothing was changed.`,
    );
  }
  yield rest;
}
