import type pg from "pg";
import { exportBackup } from "@/lib/store/backup/export";

/** Restoring creates partitions since then. */
const CREATED_AT = new Date();

/** Returns the lines of a backup before it is compressed. */
export async function backupLines(client: pg.ClientBase, secretDigest: string): Promise<string[]> {
  const parts: Buffer[] = [];
  for await (const part of exportBackup(client, { createdAt: CREATED_AT, secretDigest, withResults: true }))
    parts.push(part);
  return Buffer.concat(parts).toString("utf8").trimEnd().split("\n");
}

/** Yields lines as a file holds them. */
export async function* asBackup(lines: readonly string[]): AsyncGenerator<Buffer> {
  for (const line of lines) yield Buffer.from(`${line}\n`);
}
