import { existsSync, readFileSync, rmSync } from "node:fs";
import * as z from "zod";
import type { MonitorConfig, RunnerConfig } from "@/lib/contract/checks/check";
import { joinRequest, splitRequest } from "@/lib/domain/core/request-secrets";
import { monotonicMs } from "@/lib/shared/clock";
import { replaceFile } from "@/lib/shared/durable-file";
import { log } from "@/lib/shared/log";
import { decrypt, encrypt } from "@/lib/shared/secret";
import { isWhole, textsIn } from "../json-lines";
import { BackOff, pause } from "./back-off";
import { type Control, Refused } from "./control";

const WAIT_SECONDS = 25;
/** Number of monitors requested at once, which keep the event loop of the server busy for 10 to 20 ms. */
const REQUESTED = 500;
/** Number of monitors written to disk at once. */
const PART = 500;
const TIMEOUT_MS = (WAIT_SECONDS + 10) * 1000;
/** A single refusal may come from another program that briefly answers at the server's address. */
const REFUSALS_MIN = 3;

/** Receives configuration changes. */
export interface ConfigSink {
  /** `isKept` marks the configuration from before the last stop. `ageMs` is the time since its first part arrived. */
  replace(config: RunnerConfig, isKept: boolean, ageMs: number): void;
  change(config: RunnerConfig): void;
  /** Stops checking everything. */
  forget(): void;
}

/**
 * Follows the server's configuration by long poll: a snapshot first, then deltas. The configuration is kept on disk with
 * encrypted secrets, so that a runner that starts without its server can continue.
 */
export class ConfigSync {
  private version = 0;
  private epoch = "";
  private refusals = 0;
  private readonly backOff = new BackOff();

  constructor(
    private readonly control: Control,
    private readonly file: string,
    private readonly sink: ConfigSink,
  ) {}

  /** Loads the configuration from before the last stop. Returns false when there is none. */
  restore(): boolean {
    if (!existsSync(this.file)) return false;
    try {
      this.sink.replace(configIn(readFileSync(this.file, "utf8"), this.control.diskKey()), true, 0);
      return true;
    } catch (error) {
      log.warn("can't read the saved configuration; waiting for the server's", { error });
      return false;
    }
  }

  /** Saves the configuration. Returns false when the disk refuses; checks continue, and the next call tries again. */
  async keep(config: RunnerConfig): Promise<boolean> {
    try {
      await replaceFile(this.file, partsOf(config, this.control.diskKey()));
      return true;
    } catch (error) {
      log.error("can't save the configuration to disk; checks continue", { error });
      return false;
    }
  }

  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.poll(signal);
        this.backOff.reset();
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refused && error.status === 401) this.refused();
        else
          log.warn("can't get the configuration from the server; continuing with the last known one", {
            error: String(error),
          });
        await pause(this.backOff.next(error instanceof Refused ? error.askedMs : null), signal);
      }
    }
  }

  /**
   * Stops all checks after a revoked token and deletes what it gave access to, including targets and their secrets.
   * The runner then asks again, less often.
   */
  private refused(): void {
    this.refusals += 1;
    log.warn("the server refused this runner's token; it may be revoked", { times: this.refusals });
    if (this.refusals !== REFUSALS_MIN) return;
    log.error("the server keeps refusing the token; stopping all checks and deleting the configuration");
    [this.version, this.epoch] = [0, ""];
    this.sink.forget();
    try {
      rmSync(this.file, { force: true });
    } catch (error) {
      log.error("can't delete the saved configuration from disk", {
        file: this.file,
        error: String(error),
      });
    }
  }

  private async poll(signal: AbortSignal): Promise<void> {
    const wait = this.epoch === "" ? 0 : WAIT_SECONDS;
    const config = await this.read(wait, 0, signal);
    const arrivedMs = monotonicMs();
    for (let { next } = config; next !== undefined; ) {
      const part = await this.read(0, next, signal);
      // Its share changed in the meantime. The version is still the old one, so the next poll starts over.
      if (part.epoch !== config.epoch || part.snapshot !== config.snapshot) return;
      config.monitors.push(...part.monitors);
      config.removed.push(...part.removed);
      config.rechecks?.push(...(part.rechecks ?? []));
      next = part.next;
    }
    if (config.snapshot) this.sink.replace(config, false, monotonicMs() - arrivedMs);
    else if (config.monitors.length > 0 || config.removed.length > 0) this.sink.change(config);
    this.version = config.version;
    this.epoch = config.epoch;
  }

  /** Returns the part of the news that begins after a monitor's ID. */
  private async read(wait: number, after: number, signal: AbortSignal): Promise<RunnerConfig> {
    const asked = { since: this.version, epoch: this.epoch, wait, limit: REQUESTED, after };
    const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
    const answer = await this.control.get(`/runner/config?${query}`, TIMEOUT_MS, signal);
    if (answer.status !== 200) throw new Refused(answer);
    this.refusals = 0;
    // Our own server validated it already. Parsing 50,000 monitors again would cost more than checking them.
    return JSON.parse(answer.body) as RunnerConfig;
  }
}

/** Ends the first line of a saved configuration. One monitor per line follows. */
const MONITORS = ',"monitors":[';

/** Reads a saved configuration, or its intact lines. Throws when even the first line is damaged. */
function configIn(text: string, key: Buffer): RunnerConfig {
  const { monitors: kept, ...rest } = keptIn(text);
  const monitors = kept.flatMap((monitor) => revealed(monitor, key) ?? []);
  if (monitors.length < kept.length)
    log.warn("part of the saved configuration belongs to another token; waiting for the server's", {
      monitors: kept.length - monitors.length,
    });
  return { ...rest, monitors };
}

type KeptConfig = Omit<RunnerConfig, "monitors"> & { readonly monitors: readonly KeptMonitor[] };

function keptIn(text: string): KeptConfig {
  try {
    return JSON.parse(text) as KeptConfig;
  } catch (error) {
    const [first = "", ...lines] = textsIn(text);
    if (!first.endsWith(MONITORS)) throw error;
    const config = JSON.parse(`${first}]}`) as KeptConfig;
    const monitors = lines.filter(isWhole).map((line) => JSON.parse(line) as KeptMonitor);
    log.warn("the saved configuration is damaged; continuing with its intact part", {
      monitors: monitors.length,
    });
    return { ...config, monitors };
  }
}

function revealed(monitor: KeptMonitor, key: Buffer): MonitorConfig | null {
  try {
    return revealSecrets(monitor, key);
  } catch {
    return null;
  }
}

/**
 * Yields parts, leaving time for other work in between. A single text of 50,000 monitors would delay checks and take
 * twice its size in memory.
 */
function* partsOf({ monitors, ...rest }: RunnerConfig, key: Buffer): Generator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)}${MONITORS}\n`;
  for (let at = 0; at < monitors.length; at += PART) {
    const part = monitors.slice(at, at + PART).map((monitor) => JSON.stringify(hideSecrets(monitor, key)));
    yield `${at === 0 ? "" : ",\n"}${part.join(",\n")}`;
  }
  yield "\n]}";
}

/** A monitor as it is kept on disk: the secrets of its request are encrypted and null in it. */
interface KeptMonitor extends MonitorConfig {
  readonly encrypted?: string;
}

const Secrets = z.record(z.string(), z.unknown());

/** Encrypts the secrets in a monitor's request. */
function hideSecrets(monitor: MonitorConfig, key: Buffer): KeptMonitor {
  const { open, secrets } = splitRequest(monitor.request);
  if (secrets === null) return monitor;
  const encrypted = encrypt(JSON.stringify(secrets), contextOf(monitor), key).toString("base64");
  return { ...monitor, request: open, encrypted };
}

/** Returns a kept monitor as the server sent it. Throws when the runner had a different token at the time. */
function revealSecrets({ encrypted, ...monitor }: KeptMonitor, key: Buffer): MonitorConfig {
  if (encrypted === undefined) return monitor;
  const plain = decrypt(Buffer.from(encrypted, "base64"), contextOf(monitor), key);
  return { ...monitor, request: joinRequest(monitor.request, Secrets.parse(JSON.parse(plain))) };
}

function contextOf({ id }: MonitorConfig): string {
  return `kept monitor:${id}`;
}
