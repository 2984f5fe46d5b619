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
import { log } from "./log";
import { isAlive, pidSpace, processIdentity } from "./process-identity";

/** Who uses a folder: what its holder file says. */
const Holder = z.object({
  pid: z.number().int(),
  identity: z.string(),
  host: z.string(),
  /** In which the pid means something: a container has its own. */
  space: z.string().default(""),
  what: z.string(),
  /** Connection text of an embedded database, once it is ready. */
  url: z.string().nullable(),
});
type Holder = z.infer<typeof Holder>;

/** Where pids are not ours (another host, another container) a pid says nothing: that the file is touched does. */
const BEAT_MS = 5000;
const SILENT_MS = 15_000;
const LOOK_MS = 500;
const PATIENCE_MS = 500;
const CLAIM_PAUSE_MS = 50;
/** Of file systems that know no hard links. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

export interface Hold {
  publish(url: string): void;
  release(): void;
}

export interface HoldOptions {
  /** Who holds the folder, as a refused second one is told: "a server". */
  readonly what: string;
  /** Programs of different kinds hold one folder side by side by files of different names. */
  readonly file?: string;
  /** How long a holder may take that is just ending; half a second unless said. */
  readonly patienceMs?: number;
  /** Another process took the folder while this one did not run (frozen, on another host), and has it now. */
  readonly onLost?: () => void;
}

/** Somebody else has the folder. */
export class FolderInUse extends Error {}

/** Who holds `folder` now, or null: no file, or one left by a process that is gone. */
export function currentHolder(folder: string, name?: string): Holder | null {
  const file = fileIn(folder, name);
  const found = readHolder(file);
  return found && isHeld(found, file) ? found : null;
}

/**
 * Takes the folder for this process. Throws `FolderInUse`, which names who has it, and what the disk throws. What a killed process left is
 * taken over: at once where its pid can be looked at, else when nobody touched it for 15 s.
 */
export async function takeHold(folder: string, options: HoldOptions): Promise<Hold> {
  const file = fileIn(folder, options.file);
  const holder: Holder = {
    pid: process.pid,
    identity: processIdentity(process.pid),
    host: hostname(),
    space: pidSpace(),
    what: options.what,
    url: null,
  };
  const quiet = await quietSince(file, folder);
  await claim(holder, file, quiet, options.patienceMs ?? PATIENCE_MS);
  return new HeldFolder(file, holder, options.onLost ?? (() => undefined));
}

class HeldFolder implements Hold {
  private readonly timer: NodeJS.Timeout;
  private isTroubled = false;

  constructor(
    private readonly file: string,
    private holder: Holder,
    private readonly onLost: () => void,
  ) {
    this.timer = setInterval(() => this.beat(), BEAT_MS);
    this.timer.unref();
  }

  publish(url: string): void {
    this.holder = { ...this.holder, url };
    replace(this.file, this.holder);
  }

  release(): void {
    clearInterval(this.timer);
    if (isSame(readHolder(this.file), this.holder)) rmSync(this.file, { force: true });
  }

  private beat(): void {
    try {
      const found = readHolder(this.file);
      if (found && !isSame(found, this.holder)) {
        this.lose(found);
        return;
      }
      // Removed, not just unreadable for the moment: nobody's then.
      if (!existsSync(this.file)) replace(this.file, this.holder);
      utimesSync(this.file, machineMs() / 1000, machineMs() / 1000);
      this.isTroubled = false;
    } catch (error) {
      if (!this.isTroubled) log.error("the data directory can't be written any more", { error });
      this.isTroubled = true;
    }
  }

  private lose(to: Holder): void {
    clearInterval(this.timer);
    log.error("another process took the data directory while this one did not run", {
      folder: path.dirname(this.file),
      by: `process ${to.pid}${onHost(to)} (${to.what})`,
    });
    this.onLost();
  }
}

/** `link` succeeds for exactly one of several at the same moment. */
async function claim(holder: Holder, file: string, quiet: string | null, patienceMs: number): Promise<void> {
  const untilMs = monotonicMs() + patienceMs;
  while (!makeFile(file, holder)) {
    const text = readText(file);
    const found = parseHolder(text);
    const isPatient = monotonicMs() < untilMs;
    // One that can't be read is being written, or was torn when the machine went down.
    const held = found ? text !== quiet && isHeld(found, file) : isPatient;
    if (found && held && !isPatient) throw refusal(found, path.dirname(file));
    if (held) await wait(CLAIM_PAUSE_MS);
    else setAside(file, text);
  }
}

/** False when there is one. */
function makeFile(file: string, holder: Holder): boolean {
  const mine = `${file}.${process.pid}`;
  const text = JSON.stringify(holder);
  try {
    writeFileSync(mine, text, { mode: 0o600 });
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (!NO_LINKS.includes(codeOf(error))) throw error;
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
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Removes what was left behind with this text; a file that another starting process has put there meanwhile is put back. */
function setAside(file: string, text: string | null): void {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
    if (readText(aside) !== text) linkSync(aside, file);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes(codeOf(error))) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function refusal(found: Holder, folder: string): FolderInUse {
  return new FolderInUse(
    `${path.resolve(folder)} is in use by process ${found.pid}${onHost(found)} (${found.what}). ` +
      "Stop that one first, or give this one another DATA_DIR.",
  );
}

function onHost({ host, space }: Holder): string {
  if (host !== hostname()) return ` on ${host}`;
  return space === "" || space === pidSpace() ? "" : " in another container";
}

/**
 * The text of a file whose holder can't be looked at and did not touch it for 15 s: whoever that was is gone. Null when there is no such
 * file. Throws `FolderInUse` once it is touched. Watched, not computed: clocks of two hosts may differ by more than that.
 */
async function quietSince(file: string, folder: string): Promise<string | null> {
  const text = readText(file);
  const found = parseHolder(text);
  if (!found || !isElsewhere(found) || (isThisBoot(found) && ageMs(file) >= SILENT_MS)) return null;
  log.info("waiting to see whether the data directory is in use elsewhere", { host: found.host });
  const [firstMs, untilMs] = [changedMs(file), monotonicMs() + SILENT_MS];
  while (monotonicMs() < untilMs) {
    await wait(LOOK_MS);
    if (readText(file) === null) return null;
    if (changedMs(file) !== firstMs) throw refusal(readHolder(file) ?? found, folder);
  }
  return text;
}

function isHeld(found: Holder, file: string): boolean {
  if (isElsewhere(found)) return ageMs(file) < SILENT_MS;
  return isAlive(found.pid) && processIdentity(found.pid) === found.identity;
}

/** Whether its pid means nothing here. One of this host before it was started again is gone, whatever its container was. */
function isElsewhere(found: Holder): boolean {
  if (found.host !== hostname()) return true;
  return isThisBoot(found) && found.space !== "" && found.space !== pidSpace();
}

function isThisBoot(found: Holder): boolean {
  const boot = (identity: string) => identity.split("/")[0];
  return found.identity !== "" && boot(found.identity) === boot(processIdentity(process.pid));
}

function isSame(one: Holder | null, other: Holder): boolean {
  return one?.pid === other.pid && one.identity === other.identity && one.host === other.host;
}

function ageMs(file: string): number {
  return machineMs() - (changedMs(file) ?? Number.NEGATIVE_INFINITY);
}

/** When the file was touched, epoch milliseconds. By opening it: a network file system may remember for a minute what `stat` says. */
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

function readHolder(file: string): Holder | null {
  return parseHolder(readText(file));
}

function parseHolder(text: string | null): Holder | null {
  try {
    return Holder.parse(JSON.parse(text ?? ""));
  } catch {
    return null;
  }
}

function replace(file: string, holder: Holder): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(holder), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? "";
}

function fileIn(folder: string, name = "holder.json"): string {
  return path.join(folder, name);
}
