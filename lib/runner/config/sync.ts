import { existsSync, readFileSync, rmSync } from "node:fs";
import type { MonitorConfig, RunnerConfig } from "@/lib/contract/checks/check";
import { isWhole, textsIn } from "@/lib/runner/report/result-lines";
import { replaceFile } from "@/lib/shared/durable-file";
import { log } from "@/lib/shared/log";
import { BackOff, pause } from "./back-off";
import { type Control, Refused } from "./control";

const WAIT_SECONDS = 25;
/** Monitors written to disk at a time. */
const PART = 500;
const EMPTY_PAUSE_MS = 500;
const TIMEOUT_MS = (WAIT_SECONDS + 10) * 1000;
/** A single refusal may be another program in the server's place, for a moment. */
const REFUSALS_MIN = 3;

/** Who is told what changed. */
export interface ConfigSink {
  /** `isKept`: it is what was known before the last stop. */
  replace(config: RunnerConfig, isKept: boolean): void;
  change(config: RunnerConfig): void;
  /** Nothing is to be checked any more. */
  forget(): void;
}

/**
 * Follows the server's configuration by long poll: a snapshot first, then deltas. What it knows is kept on disk, so that a runner that
 * starts while the server is away goes on with its work.
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

  /** Loads what was known before the last stop; false when there is nothing. */
  restore(): boolean {
    if (!existsSync(this.file)) return false;
    try {
      this.sink.replace(configIn(readFileSync(this.file, "utf8")), true);
      return true;
    } catch (error) {
      log.warn("the kept configuration can't be read; waiting for the server's", { error });
      return false;
    }
  }

  /** Writes what is known to disk. False when the disk takes nothing: checking goes on, the next call tries again. */
  async keep(config: RunnerConfig): Promise<boolean> {
    try {
      await replaceFile(this.file, partsOf(config));
      return true;
    } catch (error) {
      log.error("the configuration can't be kept on disk; checking goes on", { error });
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
          log.warn("no configuration from the server; going on with what is known", { error: String(error) });
        await pause(this.backOff.next(error instanceof Refused ? error.askedMs : null), signal);
      }
    }
  }

  /** A token that was revoked ends the checks and takes what it gave along, targets and their secrets (T47). It is asked again, less often. */
  private refused(): void {
    this.refusals += 1;
    log.warn("the server refuses this runner's token: it may be revoked", { times: this.refusals });
    if (this.refusals !== REFUSALS_MIN) return;
    log.error("the token is refused again and again: checks stop, and what was to be checked is forgotten");
    [this.version, this.epoch] = [0, ""];
    this.sink.forget();
    try {
      rmSync(this.file, { force: true });
    } catch (error) {
      log.error("the kept configuration can't be removed from the disk", {
        file: this.file,
        error: String(error),
      });
    }
  }

  private async poll(signal: AbortSignal): Promise<void> {
    const wait = this.version === 0 ? 0 : WAIT_SECONDS;
    const query = new URLSearchParams({ since: String(this.version), epoch: this.epoch, wait: String(wait) });
    const answer = await this.control.get(`/runner/config?${query}`, TIMEOUT_MS, signal);
    if (answer.status !== 200) throw new Refused(answer);
    this.refusals = 0;
    // Our own server made it, with the schema: parsing 50,000 monitors again would cost more than checking them.
    const config = JSON.parse(answer.body) as RunnerConfig;
    if (config.snapshot) this.sink.replace(config, false);
    else if (config.monitors.length > 0 || config.removed.length > 0) this.sink.change(config);
    this.version = config.version;
    this.epoch = config.epoch;
    // Before the first monitor there is no version to wait for: look again soon.
    if (this.version === 0) await pause(EMPTY_PAUSE_MS, signal);
  }
}

/** What ends the first line of a kept configuration; a monitor a line follows. */
const MONITORS = ',"monitors":[';

/** Reads a kept configuration: whole, or what is whole of it. Throws when not even its beginning is. */
function configIn(text: string): RunnerConfig {
  try {
    return JSON.parse(text) as RunnerConfig;
  } catch (error) {
    const [first = "", ...lines] = textsIn(text);
    if (!first.endsWith(MONITORS)) throw error;
    const config = JSON.parse(`${first}]}`) as RunnerConfig;
    const monitors = lines.filter(isWhole).map((line) => JSON.parse(line) as MonitorConfig);
    log.warn("the kept configuration is torn; going on with what is whole", { monitors: monitors.length });
    return { ...config, monitors };
  }
}

/** In parts with other work between them: one text of 50,000 monitors would hold up the checks and twice its size in memory. */
function* partsOf({ monitors, ...rest }: RunnerConfig): Generator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)}${MONITORS}\n`;
  for (let at = 0; at < monitors.length; at += PART) {
    const part = monitors.slice(at, at + PART).map((monitor) => JSON.stringify(monitor));
    yield `${at === 0 ? "" : ",\n"}${part.join(",\n")}`;
  }
  yield "\n]}";
}
