import { mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { backupName, isBackupDue, scheduledBackups, unfinishedBackups } from "@/lib/domain/core/backups";
import { deletedMonitorDays, KEPT_S } from "@/lib/domain/core/retention";
import { announceExpiringCertificates } from "@/lib/engine/certificates/certificates";
import { hasSpaceForResults } from "@/lib/engine/health/disk-space";
import { freeDiskSpace } from "@/lib/engine/retention/retention";
import { dropOldResults, dropOldRollups, rollUp } from "@/lib/engine/retention/rollup";
import { now } from "@/lib/shared/clock";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { appSecretDigest } from "@/lib/shared/secret";
import { forgetOldEvents } from "@/lib/store/alerting/old-events";
import { writeBackup } from "@/lib/store/backup/file";
import { forgetExchangesBefore } from "@/lib/store/checks/exchanges";
import { ensurePartitions } from "@/lib/store/checks/partitions";
import { forgetDeletedMonitors } from "@/lib/store/monitors/deleted-monitors";
import { forgetExpired } from "@/lib/store/retention/expired-rows";
import { ATTEMPTS, keptFrom, purge } from "@/lib/store/retention/purges";
import { runSteps } from "./steps";

const DAY_S = 24 * 3600;
/** A failed run is retried immediately, which doesn't count as a second failure. */
const SAME_MISS_S = 30 * 60;

/** Runs in this order, each step independently: first free space on a full disk, and drop results only after they are rolled up. */
const STEPS: Record<string, () => Promise<unknown>> = {
  emergency_drop: () => freeDiskSpace(now()),
  partitions: () => ensurePartitions(now().getTime()),
  certificates: () => announceExpiringCertificates(now()),
  // The remaining space is reserved for incidents. Rollups catch up later.
  rollups: async () => hasSpaceForResults() && rollUp(now()),
  old_results: () => dropOldResults(now()),
  old_rollups: () => dropOldRollups(now()),
  delivery_attempts: () => purge(ATTEMPTS),
  stored_requests: () => forgetExchangesBefore(keptFrom(KEPT_S.exchange)),
  expired_rows: forgetExpired,
  deleted_monitors: () => forgetDeletedMonitors(keptFrom(deletedMonitorDays(env().RETENTION_DAYS) * DAY_S)),
  old_events: () => forgetOldEvents(keptFrom(KEPT_S.event)),
  backup: () => backUpDaily(now()),
};

/**
 * Runs every hour and when the disk becomes full: rollups, retention, and expiring certificates. A failing step does not
 * stop the others.
 */
export function runHourlyMaintenance(): Promise<void> {
  return runSteps("hourly maintenance", STEPS, SAME_MISS_S);
}

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
