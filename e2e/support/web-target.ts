import { answer, type Received, startReceiver } from "@/lib/testing/notifications/receiver";
import { waitFor } from "@/lib/testing/processes/wait";

export interface WebTarget {
  readonly url: string;
  readonly received: readonly Received[];
  /** Answers every request with this status from now on. */
  answer(status: number): void;
  waitForRequest(
    what: string,
    matches: (request: Received) => boolean,
    timeoutMs?: number,
  ): Promise<Received>;
  stop(): Promise<void>;
}

/** Starts a real HTTP server on a free port: a target that fails on command or a webhook receiver. */
export async function startWebTarget(): Promise<WebTarget> {
  const receiver = await startReceiver();
  const answerWith = (status: number) => {
    const text = status === 200 ? "all is well" : "it broke";
    receiver.respond = answer(status, text, { "content-type": "text/plain" });
  };
  answerWith(200);
  return {
    url: `${receiver.url}/`,
    received: receiver.received,
    answer: answerWith,
    waitForRequest: (what, matches, timeoutMs) =>
      waitFor(what, () => receiver.received.find(matches), timeoutMs),
    stop: receiver.close,
  };
}
