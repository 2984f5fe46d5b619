import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { useDatabase } from "@/lib/testing/database";
import { run } from "@/lib/testing/sql";
import { backupBytes, writeBackup } from "./file";

useDatabase();
const FOLDER = mkdtempSync(path.join(tmpdir(), "vedette-backup-"));
afterAll(() => rmSync(FOLDER, { recursive: true }));
const PASSPHRASE = "correct horse battery";

async function written(name: string, passphrase?: string): Promise<string> {
  const file = path.join(FOLDER, name);
  await writeBackup(file, { createdAt: new Date(0), secretDigest: "x", withResults: true, passphrase });
  return file;
}

async function read(file: string, passphrase?: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of backupBytes(file, passphrase)) parts.push(part);
  return Buffer.concat(parts).toString();
}

test("an encrypted backup holds the same lines, and reveals nothing without its passphrase", async () => {
  await run`insert into organizations (name) select 'Acme ' || n from generate_series(1, 3000) n`;
  const plain = await read(await written("plain.backup"));
  const file = await written("encrypted.backup", PASSPHRASE);
  expect(plain.split("\n").length).toBeGreaterThan(3000);
  expect(await read(file, PASSPHRASE)).toEqual(plain);
  await expect(read(file)).rejects.toThrow(
    /it is encrypted\. Set BACKUP_PASSPHRASE to the passphrase that encrypted it\. Nothing was changed\.$/,
  );
  await expect(read(file, "a different passphrase")).rejects.toThrow("a different passphrase");
});

test.each([
  ["changed in the middle", (bytes: Buffer) => bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 4)],
  ["changed in its tag", (bytes: Buffer) => bytes.fill(0, bytes.length - 4)],
  ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
])("an encrypted backup that was %s never gets to its last line", async (_, damage) => {
  const file = await written("damaged.backup", PASSPHRASE);
  writeFileSync(file, damage(readFileSync(file)));
  const seen: Buffer[] = [];
  const reading = (async () => {
    for await (const part of backupBytes(file, PASSPHRASE)) seen.push(part);
  })();
  await expect(reading).rejects.toThrow("Nothing was changed");
  expect(Buffer.concat(seen).toString()).not.toContain('["#end"');
});
