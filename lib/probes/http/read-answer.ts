import type { OnReadOpts } from "node:net";
import type { Readable } from "node:stream";
import type { Deadline } from "../net/deadline";
import { ProbeError } from "../net/probe-error";
import type { Answered, ResponseReader } from "./response";

/** Shared by all connections, which read one at a time. Consumers copy what they need immediately. */
const SHARED = Buffer.allocUnsafeSlow(64 * 1024);

/** Passes on a socket's bytes from the shared buffer. */
export class Intake {
  take: (bytes: Buffer) => void = () => undefined;

  readonly onread: OnReadOpts = {
    buffer: SHARED,
    callback: (count: number) => {
      this.take(SHARED.subarray(0, count));
      return true;
    },
  };
}

/** How long to wait for the rest of a body that decides nothing, so that a short one is read to its end. */
const GRACE_MS = 1000;
/** When to look first at the part of a body that arrived. Later looks come at twice the time. */
const FIRST_CHECK_MS = 250;

/** Returns whether a result is certain whatever follows. Null when the body decides nothing. */
export type IsCertain = ((answered: Answered) => Promise<boolean>) | null;

/**
 * Reads the response from a socket until it's complete, certain, broken, or late. Without `isCertain`, it must be
 * complete. The caller destroys the socket.
 */
export function readAnswer(
  socket: Readable,
  intake: Intake | null,
  reader: ResponseReader,
  deadline: Deadline,
  isCertain: IsCertain = NEVER,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
    };
    const fail = (error: unknown) => {
      end();
      reject(error);
    };
    const look = async (): Promise<boolean> => {
      const answered = reader.soFar();
      const enough = answered !== null && (isCertain === null || (await isCertain(answered)));
      if (isOver || !enough) return isOver;
      end();
      resolve(answered);
      return true;
    };
    const checkLater = (afterMs: number) => {
      timer = setTimeout(async () => {
        if (!(await look())) checkLater(2 * afterMs);
      }, afterMs);
    };
    /** Null means the end of the stream. */
    const take = (bytes: Buffer | null) => {
      if (isOver) return;
      try {
        const answered = bytes ? reader.push(bytes) : reader.end();
        if (answered) {
          end();
          resolve(answered);
        } else if (reader.headSeen && timer === undefined && isCertain !== NEVER) {
          checkLater(isCertain === null ? GRACE_MS : FIRST_CHECK_MS);
        }
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = () => take(null);
    deadline.watch(async () => {
      if (!(await look())) fail(late(reader));
    });
    if (intake) intake.take = take;
    else socket.on("data", take);
    socket.on("end", onEnd);
    socket.on("close", onEnd);
    socket.on("error", (error) => fail(brokenOff(reader, error)));
  });
}

/** Says that only a complete response will do. */
const NEVER: IsCertain = async () => false;

function brokenOff(reader: ResponseReader, { reason }: Error & { reason?: string }): ProbeError {
  // A server that requires a client certificate says so only after the handshake (RFC 8446 §4.4.2.4).
  if (reason && !reader.started)
    return new ProbeError(
      "tls_handshake_failed",
      `the server closed the TLS connection: ${reason.slice(0, 200)}`,
    );
  return new ProbeError(
    "http_reset",
    reader.started
      ? "the connection was reset in the middle of the response"
      : "the connection was reset before a response",
  );
}

function late(reader: ResponseReader): ProbeError {
  if (reader.headSeen) return new ProbeError("http_timeout", "timed out before the body was complete");
  return new ProbeError(
    "http_timeout",
    reader.started ? "timed out before the headers were complete" : "timed out waiting for a response",
  );
}
