import { mkdirSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { open, readFile, rename, unlink } from "node:fs/promises";
import path from "node:path";
import { log } from "@/lib/shared/log";
import type { ReceivedSignal } from "@/lib/store/checks/heartbeat-signals";

const SIGNALS_MAX = 10_000;
const BYTES_MAX = 256 * 1024 * 1024;
const GROWING = "growing.jsonl";

/** Says that no more signals can be kept until the database is back. */
export class SpoolFull extends Error {}

/** Keeps signals on disk while the database can't store them. What was added survives a kill and a power cut. */
export class SignalSpool {
  #count = 0;
  #bytes = 0;
  #batch = 0;
  /** Ends with the last addition. Each begins after the one before. */
  #adding: Promise<unknown> = Promise.resolve();

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
    for (const file of this.#files()) {
      const name = path.join(folder, file);
      this.#count += signalsIn(name, readFileSync(name, "utf8")).length;
      this.#bytes += statSync(name).size;
    }
  }

  get count(): number {
    return this.#count;
  }

  /** Stores signals durably. Throws `SpoolFull` if they don't fit. */
  add(signals: readonly ReceivedSignal[]): Promise<void> {
    const added = this.#adding.then(() => this.#append(signals));
    this.#adding = added.catch(() => undefined);
    return added;
  }

  async #append(signals: readonly ReceivedSignal[]): Promise<void> {
    // A line that a kill cut off must not swallow the next one.
    const text = `\n${signals.map(lineOf).join("")}`;
    const bytes = Buffer.byteLength(text);
    if (this.#count + signals.length > SIGNALS_MAX || this.#bytes + bytes > BYTES_MAX) throw new SpoolFull();
    const file = await open(path.join(this.folder, GROWING), "a", 0o600);
    try {
      await file.appendFile(text);
      await file.datasync();
    } finally {
      await file.close();
    }
    this.#count += signals.length;
    this.#bytes += bytes;
  }

  /** Passes the stored signals to `store`, oldest first, and keeps only those that it returns. Ends when it returns null, as long as it can store nothing. */
  async flush(
    store: (signals: readonly ReceivedSignal[]) => Promise<readonly ReceivedSignal[] | null>,
  ): Promise<void> {
    if (this.#count === 0) return;
    const files = this.#files();
    if (files.includes(GROWING)) {
      this.#batch += 1;
      const name = `${Date.now()}-${process.pid}-${this.#batch}.jsonl`;
      renameSync(path.join(this.folder, GROWING), path.join(this.folder, name));
    }
    // An addition that had opened the file before still writes to it.
    await this.#adding;
    for (const name of this.#files().filter((each) => each !== GROWING)) {
      const file = path.join(this.folder, name);
      const signals = signalsIn(file, await readFile(file, "utf8"));
      const left = await store(signals);
      if (left === null) return;
      if (left.length > 0 && left.length === signals.length) continue;
      this.#bytes -= statSync(file).size;
      this.#count -= signals.length - left.length;
      if (left.length === 0) await unlink(file);
      else this.#bytes += await replace(file, left.map(lineOf).join(""));
    }
    if (this.#files().length === 0) [this.#count, this.#bytes] = [0, 0];
  }

  #files(): string[] {
    return readdirSync(this.folder)
      .filter((name) => name.endsWith(".jsonl"))
      .sort();
  }
}

/** Replaces a file durably. Returns its new size. */
async function replace(name: string, text: string): Promise<number> {
  const file = await open(`${name}.new`, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(`${name}.new`, name);
  return Buffer.byteLength(text);
}

function lineOf({ body, ...signal }: ReceivedSignal): string {
  return `${JSON.stringify({ ...signal, body: body?.toString("base64") ?? null })}\n`;
}

function signalsIn(file: string, text: string): ReceivedSignal[] {
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    try {
      const { body, ...signal } = JSON.parse(line);
      return [{ ...signal, body: body === null ? null : Buffer.from(body, "base64") }];
    } catch {
      // Never acknowledged, because its line wasn't complete.
      log.warn("skipped a signal that was cut off while it was stored", { file: path.basename(file) });
      return [];
    }
  });
}
