import { type ChildProcess, spawn } from "node:child_process";
import type { Duplex } from "node:stream";
import { childEnv } from "@/lib/shared/env";

/**
 * What the shell does, one line of its input at a time: starts what the line says in the background, with its output on the channel that
 * the line names. A redirection may only have one digit, so there are seven channels. When its input ends, because the process that
 * holds it is gone, however it went, everything it started is ended.
 *
 * - `3 fping OPTIONS ADDRESSES`: one fping. Says `started PID`, what fping says on both of its outputs, `ended CODE`.
 * - `3 ping SECONDS FAMILY ADDRESSES`: a ping for each address. Says of each, on one line, `ADDRESS CODE WHAT IT SAID`; then `ended 0`.
 */
const SCRIPT = `set -f
while read -r channel program args; do
  {
    case $program in
      fping)
        fping $args &
        echo "started $!"
        wait "$!"
        echo "ended $?" ;;
      ping)
        set -- $args
        seconds=$1 family=$2
        shift 2
        for address; do
          { said=$(ping "$family" -n -c 1 -W "$seconds" "$address" 2>&1); echo "$address" "$?" $said; } &
        done
        wait
        echo "ended 0" ;;
    esac
  } >&"$channel" 2>&1 &
done
kill -KILL 0`;

const FIRST_CHANNEL = 3;
const CHANNELS = 7;

export interface ShellJob {
  line(text: string): void;
  /** Called once, last: the program's exit code, or null when the shell was gone before it ended. */
  end(code: number | null): void;
}

interface Channel {
  job: ShellJob | null;
  /** Of the program that runs, once the shell said it. */
  pid: number | null;
  rest: string;
}

/**
 * A shell that starts the programs that ping. Starting one from here would hold the event loop up for as long as the kernel copies the
 * tables of a large process (18 ms were measured), and costs twice as much CPU as a shell needs.
 */
export class PingShell {
  private readonly child: ChildProcess;
  private readonly channels = new Map<number, Channel>();
  private isOver = false;

  /** Throws what `spawn` throws; all else, such as a lack of descriptors, is told by `onGone`, once, with the system's word for it. */
  constructor(onGone: (how: string) => void) {
    this.child = spawn("/bin/sh", ["-c", SCRIPT], {
      stdio: ["pipe", "ignore", "inherit", ...Array<"pipe">(CHANNELS).fill("pipe")],
      env: childEnv({ LC_ALL: "C" }),
      // A group of its own: a Ctrl-C on the terminal reaches the runner, which ends it; and what it started can be ended with it.
      detached: true,
    });
    let how = "";
    this.child.once("error", (error: NodeJS.ErrnoException) => {
      how = error.code ?? error.message;
    });
    // What it started has its channels open, and would go on: nobody reads that any more.
    this.child.once("exit", () => {
      this.kill();
      this.isOver = true;
    });
    this.child.once("close", (code, signal) => {
      this.isOver = true;
      this.endJobs();
      onGone(how || String(signal ?? code));
    });
    // A check holds its own timer; an idle shell must not keep the process.
    this.child.unref();
    if (this.child.stdin) idle(this.child.stdin);
    for (let number = FIRST_CHANNEL; number < FIRST_CHANNEL + CHANNELS; number += 1) this.open(number);
  }

  get hasRoom(): boolean {
    return !this.isOver && this.freeChannel() !== undefined;
  }

  /** Runs a command of the script on a free channel. Returns what ends its program; a channel is free again when the job ended. */
  run(command: string, job: ShellJob): () => void {
    const [number, channel] = this.freeChannel() ?? [];
    if (!channel) throw new Error("the shell has no free channel");
    Object.assign(channel, { job, pid: null, rest: "" });
    this.child.stdin?.write(`${number} ${command}\n`, "latin1");
    return () => {
      if (channel.job === job && channel.pid !== null) endProcess(channel.pid);
    };
  }

  /** Ends it and everything it started. */
  kill(): void {
    if (!this.isOver && this.child.pid !== undefined) endProcess(-this.child.pid);
  }

  private open(number: number): void {
    // Without a free descriptor there are no streams, whatever the types say.
    const stream = (this.child.stdio as ChildProcess["stdio"] | undefined)?.[number] as
      | Duplex
      | null
      | undefined;
    if (!stream) return;
    idle(stream);
    const channel: Channel = { job: null, pid: null, rest: "" };
    this.channels.set(number, channel);
    stream.setEncoding("latin1").on("data", (text: string) => read(channel, text));
  }

  private freeChannel(): [number, Channel] | undefined {
    for (const entry of this.channels) if (entry[1].job === null) return entry;
    return undefined;
  }

  private endJobs(): void {
    for (const channel of this.channels.values()) {
      const { job } = channel;
      channel.job = null;
      job?.end(null);
    }
  }
}

function read(channel: Channel, text: string): void {
  const lines = (channel.rest + text).split("\n");
  channel.rest = lines.pop() ?? "";
  for (const line of lines) readLine(channel, line);
}

function readLine(channel: Channel, line: string): void {
  const { job } = channel;
  const [, word, number] = /^(started|ended) (\d+)$/.exec(line) ?? [];
  if (word === "started") channel.pid = Number(number);
  else if (word !== "ended") job?.line(line);
  else {
    channel.job = null;
    job?.end(Number(number));
  }
}

/** It neither keeps our process, nor breaks it when the other end is gone: that is told by the child's own end. */
function idle(stream: { on(event: "error", then: () => void): unknown; unref?: () => void }): void {
  stream.on("error", () => undefined);
  stream.unref?.();
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}
