import { expect, test } from "vitest";
import { backupName, isBackupDue, scheduledBackups } from "./backups";

const at = (text: string) => new Date(text);

test("a backup is due a day after the newest one, whatever else is in the folder", () => {
  const files = [
    "vedette-2026-11-20T0305Z.backup",
    "vedette-2026-11-21T0305Z.backup",
    "before-upgrade.backup",
    "vedette-2026-11-22T0305Z.backup.part",
  ];
  expect(isBackupDue([], at("2026-11-22T03:05:00Z"))).toBe(true);
  expect(isBackupDue(["before-upgrade.backup"], at("2026-11-22T03:05:00Z"))).toBe(true);
  expect(isBackupDue(files, at("2026-11-22T02:05:00Z"))).toBe(false);
  expect(isBackupDue(files, at("2026-11-22T03:04:00Z"))).toBe(true);
  expect(scheduledBackups(files, at("2026-11-22T03:05:00Z"))).toEqual([
    "vedette-2026-11-21T0305Z.backup",
    "vedette-2026-11-20T0305Z.backup",
  ]);
});

test("a name says when the backup was started, in UTC", () => {
  expect(backupName(at("2026-11-22T03:05:59Z"))).toBe("vedette-2026-11-22T0305Z.backup");
});
