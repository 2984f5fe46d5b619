import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { setEnv } from "@/lib/shared/env";
import { useDatabase } from "@/lib/testing/database";
import { backUpDaily } from "./hourly-maintenance";

useDatabase();
const folder = path.join(mkdtempSync(path.join(tmpdir(), "vedette-backups-")), "new");
afterAll(() => {
  setEnv({ BACKUP_DIR: "", BACKUP_KEEP: "" });
  rmSync(path.dirname(folder), { recursive: true });
});

test("writes one backup a day that only its owner can read, and keeps the newest", async () => {
  setEnv({ BACKUP_DIR: folder, BACKUP_KEEP: "2" });
  for (const time of ["20T03:05", "20T04:05", "21T03:05", "22T03:05"])
    await backUpDaily(new Date(`2026-11-${time}:00Z`));
  expect(readdirSync(folder)).toEqual(["vedette-2026-11-21T0305Z.backup", "vedette-2026-11-22T0305Z.backup"]);
  expect(statSync(path.join(folder, "vedette-2026-11-22T0305Z.backup")).mode & 0o777).toBe(0o600);
});

test("writes a backup although one is dated in the future, which takes no place of another", async () => {
  const ahead = "vedette-2036-01-01T0000Z.backup";
  for (const file of [ahead, "vedette-2036-01-02T0000Z.backup"]) writeFileSync(path.join(folder, file), "");
  await backUpDaily(new Date("2026-11-23T03:05:00Z"));
  expect(readdirSync(folder).slice(0, 3)).toEqual([
    "vedette-2026-11-22T0305Z.backup",
    "vedette-2026-11-23T0305Z.backup",
    ahead,
  ]);
});

test("removes what a killed server left of a backup, but not what another server may be writing", async () => {
  const [old, recent] = ["vedette-2026-11-23T2005Z.backup.part", "vedette-2026-11-24T0305Z.backup.part"];
  for (const file of [old, recent, "mine.part"]) writeFileSync(path.join(folder, file), "");
  await backUpDaily(new Date("2026-11-24T03:35:00Z"));
  const parts = readdirSync(folder).filter((file) => file.endsWith(".part"));
  expect(parts).toEqual(["mine.part", recent]);
});
