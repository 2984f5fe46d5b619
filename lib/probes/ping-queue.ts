import { isIPv6 } from "node:net";
import { monotonicMs } from "@/lib/shared/clock";
import { ProbeError } from "./outgoing/probe-error";
import { FpingBatch, type PingBatch, PingEachBatch, type PingProgram, type PingTask } from "./ping-batch";
import { wereAnswersDropped } from "./ping-drops";
import type { PingShell } from "./ping-shell";
import { PingShells } from "./ping-shells";

const SET_UP =
  "this machine can't send pings: install fping (apt-get install fping), or allow ping sockets (sysctl net.ipv4.ping_group_range='0 2147483647')";

const IN_ORDER: readonly PingProgram[] = ["fping", "ping"];
const BATCHES = { fping: FpingBatch, ping: PingEachBatch } as const;

/**
 * From one start to the next: what is asked in between goes together. Starting an fping costs as much as a hundred targets of it, and
 * nobody sees whether a ping leaves a fifth of a second later.
 */
const PAUSE_MS = 200;
/** When there is enough for a whole start, and those of the last one have answered. */
const FULL_PAUSE_MS = 50;
/** When they have not: the answers to two starts at once would not fit (see MOST_TARGETS). */
const UNANSWERED_PAUSE_MS = 150;
/** Longer while some wait for silent targets: each one that goes on hears everybody's answers. */
const PAUSE_PER_RUNNING_MS = 5;
/**
 * Targets of one start, in few commands. A socket of fping's hears the answers to every ping of this machine, and keeps some 100 to 300
 * until it is read: what does not fit is lost, and would be taken for silence.
 */
const MOST_TARGETS = 100;
const MOST_COMMANDS = 8;
/** A program that is missing, or may not send, is tried again after this. */
const TRY_AGAIN_MS = 30_000;
/** So long before its time is over it is asked whether answers were dropped: later it may be gone. */
const LOOK_BACK_MS = 100;
/** A program that goes on for so long after its time is stuck, and its shell is ended. */
const STUCK_MS = 1500;

interface Queued {
  readonly task: PingTask;
  readonly atMs: number;
  /** Not together with others. */
  readonly isAlone: boolean;
}

/**
 * Pings by the programs of this machine. Many targets go by one fping: at once when none was started a moment ago, else with all that is
 * asked meanwhile. Where fping is missing or may not send, each goes by a `ping` of its own.
 */
export class PingQueue {
  private queued: Queued[] = [];
  private running = 0;
  private timer: NodeJS.Timeout | undefined;
  private startedMs = Number.NEGATIVE_INFINITY;
  /** Of the last start. */
  private last: PingBatch[] = [];
  private readonly shells = new PingShells(() => this.plan());
  /** By program and family: a machine without IPv6 pings by IPv4 all the same. */
  private readonly notBeforeMs = new Map<string, number>();

  add(task: PingTask): void {
    this.queued.push({ task, atMs: monotonicMs(), isAlone: false });
    if (this.queued.length === 1 || this.queued.length === MOST_TARGETS) this.plan();
  }

  private plan(): void {
    clearTimeout(this.timer);
    if (this.queued.length === 0) return;
    const atMs = this.startedMs + this.pauseMs() + PAUSE_PER_RUNNING_MS * this.running;
    const waitMs = Math.max(atMs, this.shells.notBeforeMs) - monotonicMs();
    this.timer = setTimeout(() => this.start(), Math.max(0, waitMs));
  }

  private pauseMs(): number {
    if (this.queued.length < MOST_TARGETS) return PAUSE_MS;
    return this.last.every(({ isAnswered }) => isAnswered) ? FULL_PAUSE_MS : UNANSWERED_PAUSE_MS;
  }

  private start(): void {
    const nowMs = monotonicMs();
    this.startedMs = nowMs;
    this.last = [];
    const [now, later] = firstGroups(this.queued.filter((one) => isInTime(one, nowMs)));
    this.queued = later;
    for (const group of now) this.startBatch(group);
    // What found no room in a shell is queued again.
    this.plan();
  }

  private startBatch(group: readonly Queued[]): void {
    const tasks = group.map(({ task }) => task);
    const program = this.programFor(tasks[0]);
    if (!program) {
      for (const task of tasks) task.failed(new ProbeError("unsupported", SET_UP), null);
      return;
    }
    const shell = this.shells.withRoom();
    if (!shell) {
      this.queued.push(...group);
      return;
    }
    const batch = new BATCHES[program](tasks, commonTimeout(tasks[0]?.timeoutMs ?? 0));
    this.run(batch, shell);
  }

  private run(batch: PingBatch, shell: PingShell): void {
    this.running += 1;
    this.last.push(batch);
    const look = setTimeout(() => void this.lookBack(batch), batch.timeoutMs - LOOK_BACK_MS);
    const stuck = setTimeout(() => shell.kill(), batch.timeoutMs + STUCK_MS);
    const endProgram = shell.run(batch.command, {
      line: (text) => {
        batch.line(text);
        if (batch.isIdle) endProgram();
        if (batch.isAnswered && this.last.includes(batch)) this.plan();
      },
      end: (code) => {
        clearTimeout(look);
        clearTimeout(stuck);
        this.running -= 1;
        this.ended(batch, code);
      },
    });
  }

  private async lookBack(batch: PingBatch): Promise<void> {
    if (!batch.isAnswered && (await wereAnswersDropped(batch.family, this.running))) batch.doubt();
  }

  private ended(batch: PingBatch, code: number | null): void {
    const atMs = monotonicMs();
    const left = batch.end(code);
    if (left[0]) this.notBeforeMs.set(wayOf(batch.program, left[0]), atMs + TRY_AGAIN_MS);
    for (const task of left) this.queued.push({ task, atMs, isAlone: false });
    for (const task of batch.again) this.queued.push({ task, atMs, isAlone: true });
    this.plan();
  }

  private programFor(task: PingTask | undefined): PingProgram | null {
    const nowMs = monotonicMs();
    const isAble = (program: PingProgram) => nowMs >= (this.notBeforeMs.get(wayOf(program, task)) ?? 0);
    return IN_ORDER.find(isAble) ?? null;
  }
}

function wayOf(program: PingProgram, task: PingTask | undefined): string {
  return `${program} ${isIPv6(task?.address ?? "")}`;
}

/** Of a ping that was not sent in its own time nobody waits for the answer. */
function isInTime({ task, atMs }: Queued, nowMs: number): boolean {
  if (nowMs - atMs <= task.timeoutMs) return true;
  const said = `${task.address}: the runner did not get to sending this ping in time`;
  task.failed(new ProbeError("runner_overloaded", said), null);
  return false;
}

/** What goes now, by what one command can do (one family, one timeout), oldest first; and what has to wait. */
function firstGroups(queued: readonly Queued[]): [Iterable<Queued[]>, Queued[]] {
  const groups = new Map<string | Queued, Queued[]>();
  const later: Queued[] = [];
  let room = MOST_TARGETS;
  for (const one of queued) {
    const key = one.isAlone ? one : `${isIPv6(one.task.address)} ${commonTimeout(one.task.timeoutMs)}`;
    const group = groups.get(key);
    if (room === 0 || (!group && groups.size === MOST_COMMANDS)) later.push(one);
    else {
      room -= 1;
      if (group) group.push(one);
      else groups.set(key, [one]);
    }
  }
  return [groups.values(), later];
}

/**
 * What is left of a timeout after the name was looked up differs by milliseconds from check to check: rounded up, to 250 ms or 1 s, they
 * go together. An answer after a task's own time is none all the same.
 */
function commonTimeout(timeoutMs: number): number {
  const stepMs = timeoutMs <= 2000 ? 250 : 1000;
  return Math.ceil(timeoutMs / stepMs) * stepMs;
}
