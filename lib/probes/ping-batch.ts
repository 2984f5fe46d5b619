import { isIPv6 } from "node:net";
import type { ErrorCode } from "@/lib/contract/check";
import { lacksFamilyOf } from "./outgoing/address-family";
import { ProbeError, withoutFamily } from "./outgoing/probe-error";

/** The programs that ping, in the order in which they are tried. */
export type PingProgram = "fping" | "ping";

/** One ping that is asked for; one of the two is called, once. */
export interface PingTask {
  /** A literal one: programs would look a name up, past the address policy. */
  readonly address: string;
  /** Whole milliseconds from its sending on; a later answer is none. */
  readonly timeoutMs: number;
  answered(roundTripMs: number, program: PingProgram): void;
  failed(error: ProbeError, program: PingProgram | null): void;
}

/** What programs say of themselves, not of a target: they may not send. */
const NOT_ALLOWED = /not permitted|denied|can't create|socket:/i;
/** What every `ping` says of a target before it ends by itself. */
const SENT = /unreachable|1 packets? transmitted/i;
/** What a shell says of a program that can't be run, or isn't there. */
const NOT_RUN = new Set([126, 127]);

/** Tasks that one command pings. It is told every line that the command says, then that it ended. */
export abstract class PingBatch {
  abstract readonly program: PingProgram;
  abstract readonly command: string;
  /** Not settled, although the program ended: to be pinged each alone. */
  readonly again: PingTask[] = [];
  protected mayNotSend = false;
  protected goesOn = false;
  private isDoubted = false;
  private readonly waiting = new Map<string, PingTask[]>();

  constructor(
    readonly tasks: readonly PingTask[],
    /** Of no task less. */
    readonly timeoutMs: number,
  ) {
    for (const task of tasks) {
      const same = this.waiting.get(task.address);
      if (same) same.push(task);
      else this.waiting.set(task.address, [task]);
    }
  }

  get isAnswered(): boolean {
    return this.waiting.size === 0;
  }

  /** The program goes on, although nobody is left to wait for. */
  get isIdle(): boolean {
    return this.goesOn && this.isAnswered;
  }

  abstract line(text: string): void;

  /** The tasks that are left because the program is not installed, or may not send; empty when it pinged. */
  end(code: number | null): PingTask[] {
    const left = [...this.waiting.values()].flat();
    const isAble = !this.mayNotSend && !NOT_RUN.has(code ?? 0);
    if (!isAble && left.length === this.tasks.length) return left;
    for (const task of left) task.failed(this.broken(task, code), null);
    return [];
  }

  /** Nobody knows what became of the ping: that judges nobody. */
  private broken({ address }: PingTask, code: number | null): ProbeError {
    const how = code === null ? "was ended" : `ended with ${code}`;
    return new ProbeError(
      "runner_overloaded",
      `${address}: ${this.program} ${how} before it said what became of this ping`,
    );
  }

  /** Of several pings of one address under way together, the one that was asked first. */
  protected take(address: string): PingTask | undefined {
    const same = this.waiting.get(address);
    const task = same?.shift();
    if (same?.length === 0) this.waiting.delete(address);
    return task;
  }

  protected answered(task: PingTask, roundTripMs: number): void {
    if (roundTripMs <= task.timeoutMs) task.answered(roundTripMs, this.program);
    else this.silent(task);
  }

  /** Who stays silent may have answered: this machine dropped answers. That judges nobody. */
  doubt(): void {
    this.isDoubted = true;
  }

  protected silent(task: PingTask): void {
    if (this.isDoubted)
      this.failed(task, "runner_overloaded", "this machine dropped answers to pings before they were read");
    else this.failed(task, "icmp_timeout", "no answer to a ping in time");
  }

  protected unreachable(task: PingTask): void {
    if (lacksFamilyOf(task.address)) task.failed(withoutFamily(task.address, task.address), this.program);
    else this.failed(task, "icmp_unreachable", "the network says it can't be reached");
  }

  protected refused(task: PingTask, why: string): void {
    this.failed(task, "unsupported", `this machine lets the runner send no ping there (${why})`);
  }

  protected failed(task: PingTask, code: ErrorCode, what: string): void {
    task.failed(new ProbeError(code, `${task.address}: ${what}`), this.program);
  }

  get family(): 4 | 6 {
    return isIPv6(this.tasks[0]?.address ?? "") ? 6 : 4;
  }

  protected get addresses(): string {
    return this.tasks.map(({ address }) => address).join(" ");
  }
}

/**
 * One fping for all, which says of each at once that it answered, and in the end who stayed silent. It counts an answer by its number alone,
 * from whatever address it came, which it names. Among several targets one could so answer for another, whose own answer then counts as
 * a duplicate: that one is pinged again alone.
 */
export class FpingBatch extends PingBatch {
  readonly program = "fping";

  get command(): string {
    return `fping -${this.family} -e -r 0 -i 0 -t ${this.timeoutMs} -- ${this.addresses}`;
  }

  line(text: string): void {
    const [, stranger, address = "", answer] =
      /^( \[<- [^\s\]]+\])?(\S+) is (?:alive \(([\d.e+-]+) ms\)|unreachable)$/.exec(text) ?? [];
    const task = this.take(address);
    if (!task) this.complaint(text);
    else if (answer === undefined) this.silent(task);
    else if (stranger !== undefined && this.tasks.length > 1) this.again.push(task);
    else this.answered(task, Number(answer));
  }

  private complaint(text: string): void {
    const isUnreachable = /^ICMP .*unreachable/i.test(text);
    const [, lost = ""] = (isUnreachable && / for ICMP Echo sent to (\S+)$/i.exec(text)) || [];
    const [, unsent = "", why = ""] = /^(\S+): (?:error while sending ping: )?(.*)$/.exec(text) ?? [];
    const task = this.take(lost) ?? this.take(unsent);
    if (!task) this.mayNotSend ||= NOT_ALLOWED.test(text);
    else if (lost === "") this.notSent(task, why);
    else {
      this.unreachable(task);
      // fping waits for it all the same.
      this.goesOn = true;
    }
  }

  /** In the C library's words for what sendto(2) said. Only that there is no way to an address is a finding; all else is ours (F28). */
  private notSent(task: PingTask, why: string): void {
    if (/^(Network is unreachable|No route to host)/.test(why)) this.unreachable(task);
    else if (/^Network is down/.test(why))
      this.failed(task, "runner_offline", "the runner's own network interface is down");
    else if (/^(No buffer space|Cannot allocate|Resource temporarily)/.test(why))
      this.failed(task, "runner_overloaded", `the runner could not send a ping (${why})`);
    else this.refused(task, why);
  }
}

/** A `ping` for each: `ADDRESS CODE WHAT IT SAID`. */
export class PingEachBatch extends PingBatch {
  readonly program = "ping";

  get command(): string {
    return `ping ${Math.ceil(this.timeoutMs / 1000)} -${this.family} ${this.addresses}`;
  }

  line(text: string): void {
    const [, address = "", code, said = ""] = /^(\S+) (\d+)(?: (.*))?$/.exec(text) ?? [];
    const [time] = /(?<=time[=<])[\d.]+(?= ?ms)/.exec(said) ?? [];
    const isNotAllowed = NOT_RUN.has(Number(code)) || NOT_ALLOWED.test(said);
    const isOfTarget = /sendmsg|sendto|connect/.test(said);
    if (isNotAllowed && !isOfTarget) this.mayNotSend = true;
    // What else it may say (killed, out of memory) is no finding: every ping counts what it sent before it ends by itself.
    else if (time || isNotAllowed || SENT.test(said)) this.settle(this.take(address), time, said);
  }

  private settle(task: PingTask | undefined, time: string | undefined, said: string): void {
    if (!task) return;
    if (time) this.answered(task, Number(time));
    else if (NOT_ALLOWED.test(said)) this.refused(task, said);
    else if (/unreachable/i.test(said)) this.unreachable(task);
    else this.silent(task);
  }
}
