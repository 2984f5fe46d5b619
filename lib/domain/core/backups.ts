const EVERY_MS = 24 * 3600_000;
/** Jobs run a little early or late. */
const SLACK_MS = 30 * 60_000;
/** No backup takes this long, so the process that was writing it is gone. */
const LEFT_MS = 6 * 3600_000;
const NAME = /^vedette-(\d{4}-\d\d-\d\dT\d\d)(\d\d)Z\.backup(\.part)?$/;

/** Returns the name of the scheduled backup that starts now, such as `vedette-2026-11-22T0305Z.backup`. */
export function backupName(now: Date): string {
  return `vedette-${now.toISOString().slice(0, 16).replace(/:/, "")}Z.backup`;
}

/**
 * Returns the scheduled backups among a folder's files, newest first. Leaves out those dated in the future, which were written while
 * the clock was ahead: none would be due until then, and they would take the places of current ones.
 */
export function scheduledBackups(files: readonly string[], now: Date): string[] {
  return named(files, "whole")
    .filter(({ atMs }) => atMs <= now.getTime() + SLACK_MS)
    .sort((a, b) => b.atMs - a.atMs)
    .map(({ file }) => file);
}

/** Returns whether the newest scheduled backup is a day old, or there is none. */
export function isBackupDue(files: readonly string[], now: Date): boolean {
  const [newest] = named(scheduledBackups(files, now), "whole");
  return !newest || now.getTime() - newest.atMs >= EVERY_MS - SLACK_MS;
}

/** Returns the files that a server left when it was killed while it wrote a scheduled backup. */
export function unfinishedBackups(files: readonly string[], now: Date): string[] {
  return named(files, "part")
    .filter(({ atMs }) => Math.abs(now.getTime() - atMs) > LEFT_MS)
    .map(({ file }) => file);
}

function named(files: readonly string[], which: "whole" | "part"): { file: string; atMs: number }[] {
  return files.flatMap((file) => {
    const [, hour, minute, part] = NAME.exec(file) ?? [];
    const isWanted = hour !== undefined && (part !== undefined) === (which === "part");
    return isWanted ? [{ file, atMs: Date.parse(`${hour}:${minute}Z`) }] : [];
  });
}
