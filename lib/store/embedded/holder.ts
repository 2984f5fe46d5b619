import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { machineMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { isAlive, processIdentity } from "./process-identity";

/** Who uses a data directory; in the file `holder.json` there. */
export const Holder = z.object({
  pid: z.number().int(),
  identity: z.string(),
  host: z.string(),
  what: z.string(),
  /** Connection text, once the database is ready. */
  url: z.string().nullable(),
});
export type Holder = z.infer<typeof Holder>;

/** On another host (a container sharing the folder) a pid says nothing: the file's age does. */
const BEAT_MS = 5000;
const SILENT_MS = 20_000;
const CLAIM_TRIES = 10;
const CLAIM_PAUSE_MS = 50;

export interface Hold {
  publish(url: string): void;
  release(): void;
}

/** Who holds `dataDir` now, or null: no file, or one left by a process that is gone. */
export function currentHolder(dataDir: string): Holder | null {
  const found = readHolder(fileIn(dataDir));
  return found && isHeld(found, fileIn(dataDir)) ? found : null;
}

/** Takes the data directory for this process, or throws naming who has it. */
export async function takeHold(dataDir: string, what: string): Promise<Hold> {
  const file = fileIn(dataDir);
  const holder = {
    pid: process.pid,
    identity: processIdentity(process.pid),
    host: hostname(),
    what,
    url: null,
  };
  await untilSilent(file);
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, JSON.stringify(holder), { mode: 0o600 });
  try {
    await claim(mine, file, dataDir);
  } finally {
    rmSync(mine, { force: true });
  }
  const beat = setInterval(() => touch(file), BEAT_MS);
  beat.unref();
  return {
    publish: (url) => replace(file, { ...holder, url }),
    release: () => {
      clearInterval(beat);
      rmSync(file, { force: true });
    },
  };
}

/** `link` succeeds for exactly one of several at the same moment. A holder that is just being killed gets half a second to be gone. */
async function claim(mine: string, file: string, dataDir: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      linkSync(mine, file);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
    }
    const found = readHolder(file);
    const held = found !== null && isHeld(found, file);
    if (held && attempt >= CLAIM_TRIES) throw refusal(found, dataDir);
    if (held) await wait(CLAIM_PAUSE_MS);
    else rmSync(file, { force: true });
  }
}

function refusal(found: Holder, dataDir: string): Error {
  const where = found.host === hostname() ? "" : ` on ${found.host}`;
  return new Error(
    `${path.resolve(dataDir)} is in use by process ${found.pid}${where} (${found.what}). ` +
      "Stop that one first, or give this one another DATA_DIR.",
  );
}

/** A container that was killed and comes back under another host name finds its own file: wait until it is surely silent. */
async function untilSilent(file: string): Promise<void> {
  const found = readHolder(file);
  if (!found || found.host === hostname()) return;
  if (isHeld(found, file))
    log.info("waiting to see whether the data directory is in use elsewhere", { host: found.host });
  const first = ageMs(file);
  while (isHeld(found, file) && ageMs(file) >= first) await wait(500);
}

function isHeld(found: Holder, file: string): boolean {
  if (found.host !== hostname()) return ageMs(file) < SILENT_MS;
  return isAlive(found.pid) && processIdentity(found.pid) === found.identity;
}

function ageMs(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? machineMs() - found.mtimeMs : Number.POSITIVE_INFINITY;
}

function readHolder(file: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

function replace(file: string, holder: Holder): void {
  writeFileSync(`${file}.new`, JSON.stringify(holder), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function touch(file: string): void {
  try {
    utimesSync(file, machineMs() / 1000, machineMs() / 1000);
  } catch (error) {
    log.error("the data directory can't be written any more", { error });
  }
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, "holder.json");
}
