const EVERY_MS = 24 * 3600_000;
/** Jobs run a little early or late. */
const SLACK_MS = 30 * 60_000;
const NAME = /^vedette-(\d{4}-\d\d-\d\dT\d{4})Z\.backup$/;

/** Returns the name of the scheduled backup that starts now, such as `vedette-2026-11-22T0305Z.backup`. */
export function backupName(now: Date): string {
  return `vedette-${now.toISOString().slice(0, 16).replace(/:/, "")}Z.backup`;
}

/** Returns the scheduled backups among a folder's files, newest first. */
export function scheduledBackups(files: readonly string[]): string[] {
  return files.filter((file) => NAME.test(file)).sort((a, b) => (a < b ? 1 : -1));
}

/** Returns whether the newest scheduled backup is a day old, or there is none. */
export function isBackupDue(files: readonly string[], now: Date): boolean {
  const [newest] = scheduledBackups(files);
  const stamp = newest && NAME.exec(newest)?.[1];
  if (!stamp) return true;
  const madeAt = Date.parse(`${stamp.slice(0, 13)}:${stamp.slice(13)}Z`);
  return now.getTime() - madeAt >= EVERY_MS - SLACK_MS;
}
