import type pg from "pg";

/** The parts of node-postgres' connection that COPY needs; its types lack them. */
interface Wire {
  readonly stream: NodeJS.ReadWriteStream & { readonly writableNeedDrain: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

const CHUNK_BYTES = 256 * 1024;
/** Waiting chunks at which the socket is no longer read. */
const CHUNKS_WAITING = 8;

/** A statement that runs on its own, as node-postgres expects it of other packages. */
abstract class Copy {
  rows = 0;
  protected wire: Wire | null = null;

  constructor(private readonly statement: string) {}

  submit(connection: pg.Connection): void {
    this.wire = connection as unknown as Wire;
    this.wire.query(this.statement);
  }
  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0);
  }
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCopyInResponse(_wire: Wire): void {}
  handleCopyData(_message: { chunk: Buffer }): void {}
  abstract handleReadyForQuery(): void;
  abstract handleError(error: Error): void;
}

/** Collects rows in large chunks, and stops reading while enough of them wait. */
class CopyOut extends Copy {
  readonly #ready: Buffer[] = [];
  #filling = Buffer.allocUnsafe(CHUNK_BYTES);
  #filled = 0;
  #outcome: Error | "done" | null = null;
  #wake = () => {};
  /** The reader has stopped. The rest is discarded, because the connection can't do anything else first. */
  #isLeft = false;

  override handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#isLeft) return;
    if (this.#filled + chunk.length > this.#filling.length) this.#pass();
    if (chunk.length > this.#filling.length) this.#ready.push(Buffer.from(chunk));
    // The connection reuses its buffer, so the row is copied at once.
    else this.#filled += chunk.copy(this.#filling, this.#filled);
    if (this.#ready.length >= CHUNKS_WAITING) this.wire?.stream.pause();
  }
  handleReadyForQuery(): void {
    this.#pass();
    this.#outcome ??= "done";
    this.#wake();
  }
  handleError(error: Error): void {
    this.#outcome = error;
    this.#wake();
  }
  #pass(): void {
    if (this.#filled === 0) return;
    this.#ready.push(this.#filling.subarray(0, this.#filled));
    this.#filling = Buffer.allocUnsafe(CHUNK_BYTES);
    this.#filled = 0;
    this.#wake();
  }

  async *chunks(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const chunk = this.#ready.shift();
        if (chunk) yield chunk;
        else if (this.#outcome) break;
        else await this.#more();
      }
      if (this.#outcome instanceof Error) throw this.#outcome;
    } finally {
      this.#isLeft = true;
      this.wire?.stream.resume();
    }
  }
  #more(): Promise<void> {
    const more = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.wire?.stream.resume();
    return more;
  }
}

class CopyIn extends Copy {
  readonly #done = deferred();
  #failure: Error | null = null;

  constructor(
    statement: string,
    private readonly chunks: AsyncIterable<Buffer>,
  ) {
    super(statement);
  }
  get done(): Promise<void> {
    return this.#done.promise;
  }
  override handleCopyInResponse(wire: Wire): void {
    this.#send(wire).catch((error: Error) => {
      this.#failure ??= error;
      wire.sendCopyFail("The rows could not be read.");
    });
  }
  async #send(wire: Wire): Promise<void> {
    for await (const chunk of this.chunks) {
      if (this.#failure) return;
      wire.sendCopyFromChunk(chunk);
      if (wire.stream.writableNeedDrain) await drained(wire.stream);
    }
    if (!this.#failure) wire.endCopyFrom();
  }
  handleReadyForQuery(): void {
    if (this.#failure) this.#done.reject(this.#failure);
    else this.#done.resolve();
  }
  handleError(error: Error): void {
    this.#failure ??= error;
    // Without a connection, nothing follows.
    if (!("severity" in error)) this.#done.reject(this.#failure);
  }
}

/** Waits until a stream takes more, or is closed. */
function drained(stream: NodeJS.ReadWriteStream): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stream.off("drain", go).off("close", go);
      resolve();
    };
    stream.on("drain", go).on("close", go);
  });
}

function deferred() {
  let resolve = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Yields the output of a `COPY … TO STDOUT` statement, and returns the number of rows. Read it to its end. */
export async function* copyOut(client: pg.ClientBase, statement: string): AsyncGenerator<Buffer, number> {
  const copy = client.query(new CopyOut(statement) as CopyOut & pg.Submittable);
  yield* copy.chunks();
  return copy.rows;
}

/** Runs a `COPY … FROM STDIN` statement with these rows. Returns their number. */
export async function copyIn(
  client: pg.ClientBase,
  statement: string,
  chunks: AsyncIterable<Buffer>,
): Promise<number> {
  const copy = client.query(new CopyIn(statement, chunks) as CopyIn & pg.Submittable);
  await copy.done;
  return copy.rows;
}
