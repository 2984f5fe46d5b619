import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { setEnv } from "@/lib/shared/env";
import { useDatabase } from "@/lib/testing/database";
import { backUpDaily } from "./scheduled-backup";

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
