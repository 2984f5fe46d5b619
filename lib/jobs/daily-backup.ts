import { mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { backupName, isBackupDue, scheduledBackups, unfinishedBackups } from "@/lib/domain/core/backups";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { appSecretDigest } from "@/lib/shared/secret";
import { writeBackup } from "@/lib/store/backup/file";

/**
 * Writes a backup to BACKUP_DIR once a day, without raw results, and deletes all but the newest BACKUP_KEEP. Deletes only after a new one
 * is complete.
 */
export async function backUpDaily(now: Date): Promise<void> {
  const { BACKUP_DIR: folder, BACKUP_KEEP: keep, BACKUP_PASSPHRASE: passphrase } = env();
  if (!folder) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isBackupDue(readdirSync(folder), now)) return;
  for (const left of unfinishedBackups(readdirSync(folder), now)) rmSync(path.join(folder, left));
  const file = path.join(folder, backupName(now));
  await writeBackup(file, {
    createdAt: now,
    secretDigest: appSecretDigest(),
    withResults: false,
    passphrase,
  });
  log.info("backup written", { file });
  for (const old of scheduledBackups(readdirSync(folder), now).slice(keep)) rmSync(path.join(folder, old));
}
