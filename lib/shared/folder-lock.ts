import {
  closeSync,
  existsSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { machineMs, monotonicMs } from "./clock";
import { errorCode } from "./error-code";
import { log } from "./log";
import { isAlive, pidSpace, processIdentity } from "./process-identity";

/** The process that uses a folder, as its file says. */
const Owner = z.object({
  pid: z.number().int(),
  identity: z.string(),
  host: z.string(),
  /** PID namespace: a PID only has meaning inside it, and each container has its own. */
  space: z.string().default(""),
  what: z.string(),
  /** Where to reach the process once it is ready: database URL or server address. */
  url: z.string().nullable(),
});
type Owner = z.infer<typeof Owner>;

/** Owners touch their file at this interval, because a PID means nothing on another host or in another container. */
const BEAT_MS = 5000;
const SILENT_MS = 15_000;
const POLL_MS = 500;
const PATIENCE_MS = 500;
const CLAIM_PAUSE_MS = 50;
/** Errors of file systems without hard links. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

export interface FolderLock {
  publish(url: string): void;
  release(): void;
}

export interface LockOptions {
  /** Name of this process in the error that a second process gets, for example "a server". */
  readonly what: string;
  /** File name; programs of different kinds use one folder side by side under different names. */
  readonly file?: string;
  /** How long to wait for an owner that is just exiting; 500 ms by default. */
  readonly patienceMs?: number;
  /** Called when another process took the folder while this one was frozen. */
  readonly onLost?: () => void;
}

/** Thrown when another process uses the folder. */
export class FolderInUse extends Error {}

/** Returns the process that uses `folder`, or null when there is no file or its process is gone. */
export function currentOwner(folder: string, name?: string): Owner | null {
  const file = fileIn(folder, name);
  const found = readOwner(file);
  return found && isInUse(found, file) ? found : null;
}

/**
 * Takes the folder for this process. Throws `FolderInUse`, which names the current owner, or the file system's error. Takes
 * over the file of a killed process: immediately when its PID can be checked, otherwise when the file was untouched for 15 s.
 */
export async function lockFolder(folder: string, options: LockOptions): Promise<FolderLock> {
  const file = fileIn(folder, options.file);
  const owner: Owner = {
    pid: process.pid,
    identity: processIdentity(process.pid),
    host: hostname(),
    space: pidSpace(),
    what: options.what,
    url: null,
  };
  const quiet = await untouchedSince(file, folder);
  await claim(owner, file, quiet, options.patienceMs ?? PATIENCE_MS);
  return new LockFile(file, owner, options.onLost ?? (() => undefined));
}

class LockFile implements FolderLock {
  private readonly timer: NodeJS.Timeout;
  private isTroubled = false;

  constructor(
    private readonly file: string,
    private owner: Owner,
    private readonly onLost: () => void,
  ) {
    this.timer = setInterval(() => this.beat(), BEAT_MS);
    this.timer.unref();
  }

  publish(url: string): void {
    this.owner = { ...this.owner, url };
    replace(this.file, this.owner);
  }

  release(): void {
    clearInterval(this.timer);
    try {
      if (isSame(readOwner(this.file), this.owner)) rmSync(this.file, { force: true });
    } catch (error) {
      // The next process takes over from one that is gone.
      log.warn("can't release the data directory", { file: this.file, error: String(error) });
    }
  }

  private beat(): void {
    try {
      const found = readOwner(this.file);
      if (found && !isSame(found, this.owner)) {
        this.lose(found);
        return;
      }
      // Recreate the file only when it was deleted, not when it is temporarily unreadable.
      if (!existsSync(this.file)) replace(this.file, this.owner);
      utimesSync(this.file, machineMs() / 1000, machineMs() / 1000);
      this.isTroubled = false;
    } catch (error) {
      if (!this.isTroubled) log.error("data directory is no longer writable", { file: this.file, error });
      this.isTroubled = true;
    }
  }

  private lose(to: Owner): void {
    clearInterval(this.timer);
    log.error("another process took over the data directory while this one was suspended", {
      folder: path.dirname(this.file),
      by: `process ${to.pid}${onHost(to)} (${to.what})`,
    });
    this.onLost();
  }
}

/** Claims the file; `link` succeeds for exactly one of several concurrent processes. */
async function claim(owner: Owner, file: string, quiet: string | null, patienceMs: number): Promise<void> {
  const untilMs = monotonicMs() + patienceMs;
  while (!makeFile(file, owner)) {
    const text = readText(file);
    const found = parseOwner(text);
    const isPatient = monotonicMs() < untilMs;
    // An unreadable file is being written, or was torn by a crash.
    const inUse = found ? text !== quiet && isInUse(found, file) : isPatient;
    if (found && inUse && !isPatient) throw refusal(found, path.dirname(file));
    if (inUse) await wait(CLAIM_PAUSE_MS);
    else setAside(file, text);
  }
}

/** Creates the file. Returns false when it exists. */
function makeFile(file: string, owner: Owner): boolean {
  const mine = `${file}.${process.pid}`;
  const text = JSON.stringify(owner);
  try {
    writeFileSync(mine, text, { mode: 0o600 });
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    if (!NO_LINKS.includes(errorCode(error))) throw error;
  } finally {
    rmSync(mine, { force: true });
  }
  return makeWithoutLink(file, text);
}

function makeWithoutLink(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Removes the stale file with this text; puts back a file that another starting process created meanwhile. */
function setAside(file: string, text: string | null): void {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
    if (readText(aside) !== text) linkSync(aside, file);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes(errorCode(error))) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function refusal(found: Owner, folder: string): FolderInUse {
  return new FolderInUse(
    `${path.resolve(folder)} is in use by process ${found.pid}${onHost(found)} (${found.what}). ` +
      "Stop that process first, or set DATA_DIR to another folder.",
  );
}

function onHost({ host, space }: Owner): string {
  if (host !== hostname()) return ` on ${host}`;
  return space === "" || space === pidSpace() ? "" : " in another container";
}

/**
 * Returns the text of a file whose owner can't be inspected and hasn't touched it for 15 s, so it's gone. Returns null when
 * there is no such file. Throws `FolderInUse` when the file is touched. It observes instead of comparing times, because clocks
 * of two hosts differ.
 */
async function untouchedSince(file: string, folder: string): Promise<string | null> {
  const text = readText(file);
  const found = parseOwner(text);
  if (!found || !isElsewhere(found) || (isThisBoot(found) && ageMs(file) >= SILENT_MS)) return null;
  log.info("checking whether another host uses the data directory", { host: found.host });
  const [firstMs, untilMs] = [changedMs(file), monotonicMs() + SILENT_MS];
  while (monotonicMs() < untilMs) {
    await wait(POLL_MS);
    if (readText(file) === null) return null;
    if (changedMs(file) !== firstMs) throw refusal(readOwner(file) ?? found, folder);
  }
  return text;
}

function isInUse(found: Owner, file: string): boolean {
  if (isElsewhere(found)) return ageMs(file) < SILENT_MS;
  return isAlive(found.pid) && processIdentity(found.pid) === found.identity;
}

/** Returns whether the PID has no meaning here. A process from before this host's reboot is gone, whatever its container was. */
function isElsewhere(found: Owner): boolean {
  if (found.host !== hostname()) return true;
  return isThisBoot(found) && found.space !== "" && found.space !== pidSpace();
}

function isThisBoot(found: Owner): boolean {
  const boot = (identity: string) => identity.split("/")[0];
  return found.identity !== "" && boot(found.identity) === boot(processIdentity(process.pid));
}

function isSame(one: Owner | null, other: Owner): boolean {
  return one?.pid === other.pid && one.identity === other.identity && one.host === other.host;
}

function ageMs(file: string): number {
  return machineMs() - (changedMs(file) ?? Number.NEGATIVE_INFINITY);
}

/** Returns when the file was touched, in epoch milliseconds. Opens it, because network file systems cache `stat` for up to a minute. */
function changedMs(file: string): number | null {
  try {
    const handle = openSync(file, "r");
    try {
      return fstatSync(handle).mtimeMs;
    } finally {
      closeSync(handle);
    }
  } catch {
    return null;
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function readOwner(file: string): Owner | null {
  return parseOwner(readText(file));
}

function parseOwner(text: string | null): Owner | null {
  try {
    return Owner.parse(JSON.parse(text ?? ""));
  } catch {
    return null;
  }
}

function replace(file: string, owner: Owner): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(owner), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function fileIn(folder: string, name = "holder.json"): string {
  return path.join(folder, name);
}
