import type { CheckResult, ResultAck, ResultBatch } from "@/lib/contract/checks/check";
import { bareResult } from "@/lib/domain/checks/bare-result";
import { HEARTBEAT_MS } from "@/lib/domain/runners/presence";
import { BackOff, pause } from "@/lib/runner/config/back-off";
import type { Answer, Control } from "@/lib/runner/config/control";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { Repeats } from "./repeats";
import { ResultLines } from "./result-lines";
import { BATCH_MAX, type Spool } from "./spool";

/** The server accepts 1 MiB. With requests, responses, and long certificates, 500 results can be larger. */
const BODY_BYTES_MAX = 1_000_000;
/**
 * A proxy may temporarily accept less. The limit then drops below the refused size and grows slowly with each
 * accepted request.
 */
const LESS = 0.9;
const MORE = 1.002;
const BODY_BYTES_MIN = 4096;
const BODY_BEGIN = Buffer.from('{"results":[');
/** The longest wait of a result that may change what is shown, after the previous batch; a few of them wait less. */
const BATCH_WAIT_MS = 250;
const WAIT_PER_RESULT_MS = 10;
/** A success of a healthy monitor waits this long for others: a batch costs the server far more than one more result. */
const CALM_WAIT_MS = 4000;
const POST_TIMEOUT_MS = 20_000;
/** How soon a result is sent: one that changes nothing, a failure like the one before, or anything else. */
export type Urgency = "calm" | "known" | "news";

/** How many requests are left for a batch, and whether its results have already been stripped. */
interface Tries {
  left: number;
  isBare: boolean;
}

/** Maximum number of refusals while isolating the results of a batch that the server refuses. */
const HALVINGS_MAX = 60;
/** While the disk refuses writes: the most results kept in memory, and the pause before the next write. */
const MEMORY_ONLY_MAX = 50_000;
const DISK_PAUSE_MS = 5000;

/**
 * Sends results to the server in order, in batches. Each result is on disk from the moment it's added until the
 * server has committed it. An empty batch is the heartbeat.
 */
export class Reporter {
  /** Results that the disk refused; newer than everything on disk. */
  private waiting: CheckResult[] = [];
  /** Number of results being sent. */
  private sending = 0;
  private wake: () => void = () => undefined;
  private readonly backOff = new BackOff();
  private askedMs: number | null = null;
  private diskFailedMs: number | null = null;
  /** Lowered while a proxy accepts less. */
  private bodyBytesMax = BODY_BYTES_MAX;
  private readonly stopped = new AbortController();
  /** Monotonic times of the next batch and of the last one. */
  private dueMs = Number.POSITIVE_INFINITY;
  private sentMs = monotonicMs() - HEARTBEAT_MS + BATCH_WAIT_MS;
  /** Number of results that may change something, since the last batch and in it. */
  private news = 0;
  private sentNews = 0;

  constructor(
    private readonly control: Control,
    private readonly spool: Spool,
    private readonly report: () => ResultBatch["report"],
    private readonly onAck: (ack: ResultAck, tookMs: number) => void,
    private readonly nowMs: () => number,
  ) {}

  /** Number of waiting results that aren't being sent. */
  get spooled(): number {
    return Math.max(0, this.spool.count + this.waiting.length - this.sending);
  }

  add(result: CheckResult, urgency: Urgency = "news"): void {
    this.waiting.push(result);
    this.toDisk();
    this.spool.syncSoon(urgency !== "calm");
    const dueMs = this.dueOf(urgency);
    if (urgency === "news") this.news += 1;
    const isSooner = dueMs < this.dueMs;
    if (isSooner) this.dueMs = dueMs;
    if (isSooner || this.isFull()) this.wake();
  }

  private dueOf(urgency: Urgency): number {
    if (urgency === "calm") return monotonicMs() + CALM_WAIT_MS;
    const waitMs = urgency === "news" ? WAIT_PER_RESULT_MS * (1 + this.sentNews) : BATCH_WAIT_MS;
    return this.sentMs + Math.min(waitMs, BATCH_WAIT_MS);
  }

  /** Sends a batch now, even an empty one. */
  callNow(): void {
    this.dueMs = monotonicMs();
    this.wake();
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waitMs = this.waitMs();
      if (waitMs > 0) await this.rest(waitMs, signal);
      else if (!(await this.sendNext(signal))) await pause(this.backOff.next(this.askedMs), signal);
    }
  }

  /** Tries once more to send what is left, or keeps it on disk. Returns true when the server has everything. */
  async finish(): Promise<boolean> {
    while (this.hasResults()) {
      if (!(await this.sendNext(this.stopped.signal))) break;
    }
    this.toDisk();
    await this.spool.sync();
    return !this.hasResults();
  }

  /** Sends one more report, without results. */
  async farewell(): Promise<void> {
    await this.post(new ResultLines(), this.stopped.signal);
  }

  private hasResults(): boolean {
    return this.waiting.length > 0 || this.spool.count > 0;
  }

  private isFull(): boolean {
    return this.waiting.length >= BATCH_MAX || this.spool.isFull;
  }

  /** Milliseconds until the next batch or heartbeat. */
  private waitMs(): number {
    return this.isFull() ? 0 : Math.min(this.dueMs, this.sentMs + HEARTBEAT_MS) - monotonicMs();
  }

  /** Waits for the given time, or until the next batch is due earlier. */
  private rest(waitMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        this.wake = () => undefined;
        resolve();
      };
      const timer = setTimeout(done, Math.max(1, waitMs));
      signal.addEventListener("abort", done, { once: true });
      this.wake = done;
    });
  }

  /** Sends the oldest batch. Returns true when the server has committed it. */
  private async sendNext(signal: AbortSignal): Promise<boolean> {
    // Everything waiting is included; later results belong to the next batch.
    if (!this.spool.hasClosed) this.dueMs = Number.POSITIVE_INFINITY;
    this.sentNews = this.news;
    this.news = 0;
    const sent = await this.sendOldest(signal);
    if (sent) this.sentMs = monotonicMs();
    // Results that the disk refused are sent from memory.
    if (this.waiting.length > 0) this.dueMs = Math.min(this.dueMs, this.sentMs + BATCH_WAIT_MS);
    return sent;
  }

  private async sendOldest(signal: AbortSignal): Promise<boolean> {
    const old = this.spool.first(this.nowMs());
    if (old) {
      const sent = await this.post(old.lines, signal);
      if (sent) this.spool.acknowledged(old.file);
      return sent;
    }
    const batch = this.waiting.slice(0, BATCH_MAX);
    this.waiting = this.waiting.slice(batch.length);
    const lines = ResultLines.of(batch.map((result) => JSON.stringify(result)));
    if (await this.post(lines, signal)) return true;
    // Put back in front to keep the order, and on disk to survive this process.
    this.waiting = [...batch, ...this.waiting];
    this.toDisk();
    return false;
  }

  /** Sends results, in halves when the server refuses the whole. The server drops repeats by their scheduled times. */
  private async post(
    lines: ResultLines,
    signal: AbortSignal,
    tries: Tries = { left: HALVINGS_MAX, isBare: false },
  ): Promise<boolean> {
    const { count } = lines;
    this.sending = count;
    this.askedMs = null;
    const sentAt = new Date(this.nowMs()).toISOString();
    const tail = `],"sent_at":"${sentAt}","report":${JSON.stringify(this.report())}}`;
    const body = Buffer.concat([BODY_BEGIN, lines.list, Buffer.from(tail)]);
    if (count > 1 && body.length > this.bodyBytesMax) return this.postHalves(lines, signal, tries);
    const beganMs = monotonicMs();
    try {
      const answer = await this.control.postJson("/runner/results", body, POST_TIMEOUT_MS, signal);
      if (answer.status === 200) {
        this.backOff.reset();
        this.bodyBytesMax = Math.min(BODY_BYTES_MAX, this.bodyBytesMax * MORE);
        this.onAck(JSON.parse(answer.body) as ResultAck, monotonicMs() - beganMs);
        return true;
      }
      this.askedMs = answer.retryAfterMs;
      const isRefused = isRefusal(answer);
      if (isRefused && answer.status !== 413) tries.left -= 1;
      if (answer.status === 413)
        this.bodyBytesMax = Math.max(BODY_BYTES_MIN, Math.min(this.bodyBytesMax, body.length * LESS));
      // A server of another version may not understand one of the results, or a proxy may accept less. The other
      // results must still get through.
      if (isRefused && count > 1 && tries.left > 1) return await this.postHalves(lines, signal, tries);
      if (isRefused && count === 1 && tries.left > 1 && !tries.isBare)
        return await this.postBare(lines, signal, tries);
      log.warn("the server refused results", {
        status: answer.status,
        results: count,
        retryAfterMs: answer.retryAfterMs,
        answer: answer.body.slice(0, 300),
      });
      // A batch that the server understands but refuses would block all later ones forever.
      return isRefused;
    } catch (error) {
      if (!signal.aborted)
        log.warn("can't send results to the server; keeping them", {
          error: String(error),
          results: count,
        });
      return false;
    } finally {
      this.sending = 0;
    }
  }

  /** Sends a refused result again with nothing but its outcome. */
  private async postBare(lines: ResultLines, signal: AbortSignal, tries: Tries): Promise<boolean> {
    const bare = lines.texts().map((text) => JSON.stringify(bareResult(JSON.parse(text) as CheckResult)));
    tries.isBare = true;
    const taken = await this.post(ResultLines.of(bare), signal, tries);
    tries.isBare = false;
    return taken;
  }

  private async postHalves(lines: ResultLines, signal: AbortSignal, tries: Tries): Promise<boolean> {
    const [first, second] = lines.halves();
    return (await this.post(first, signal, tries)) && (await this.post(second, signal, tries));
  }

  private toDisk(): void {
    const nowMs = this.nowMs();
    const failed = this.diskFailedMs;
    // A wall clock set back must not keep results from the disk.
    if (failed !== null && nowMs >= failed && nowMs - failed < DISK_PAUSE_MS) return;
    let kept = 0;
    try {
      for (const result of this.waiting) {
        this.spool.add(result, nowMs);
        kept += 1;
      }
      this.waiting = [];
      if (failed !== null) log.info("results are written to disk again");
      this.diskFailedMs = null;
    } catch (error) {
      this.diskFailedMs = nowMs;
      this.waiting = keepInMemory(this.waiting.slice(kept), MEMORY_ONLY_MAX);
      if (failed === null)
        log.error("can't write results to disk; keeping them in memory until it's writable again", {
          waiting: this.waiting.length,
          error: String(error),
        });
    }
  }
}

/**
 * Returns whether a batch is refused for its contents, and so would be refused forever. A 400 or 422 that our server
 * didn't write comes from another program at its address, so the batch is kept.
 */
function isRefusal({ status, body }: Answer): boolean {
  if (status === 413) return true;
  return (status === 400 || status === 422) && body.startsWith('{"message":');
}

/** Keeps at most `max` results, in order. Drops the oldest that no decision needs first, then the oldest. */
export function keepInMemory(results: CheckResult[], max: number): CheckResult[] {
  let kept = results;
  for (const alsoFailures of [false, true]) {
    let over = kept.length - max;
    if (over <= 0) return kept;
    const repeats = new Repeats(alsoFailures);
    kept = kept.filter((result) => {
      if (over <= 0 || !repeats.has(result)) return true;
      over -= 1;
      return false;
    });
  }
  return kept.slice(Math.max(0, kept.length - max));
}
