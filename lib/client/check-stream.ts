import type { ProbePhase } from "@/lib/contract/checks/check";
import type { CheckNow, RegionCheck } from "@/lib/contract/checks/check-now";
import { projectHeader, send, toApiError } from "./request";
import { sessionEnded } from "./session-state";

export type CheckEvent =
  | { event: "phase"; data: ProbePhase }
  | { event: "result"; data: RegionCheck }
  | { event: "done"; data: CheckNow }
  | { event: "error"; data: { message: string } };

/** Runs a check and yields its events as they happen: server-sent events over a POST, which EventSource can't do. */
export async function* streamCheck(
  path: string,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<CheckEvent> {
  const response = await send(`/api${path}`, {
    method: "POST",
    signal,
    headers: {
      Accept: "text/event-stream",
      ...projectHeader(),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.status === 401) sessionEnded("POST");
  if (!response.ok || !response.body) throw await toApiError(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const frames = (rest + value).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const event = parse(frame);
      if (event) yield event;
    }
  }
}

/** Parses one frame of the stream; null for comments (heartbeats). */
function parse(frame: string): CheckEvent | null {
  const fields = new Map<string, string>();
  for (const line of frame.split("\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trimStart());
  }
  const data = fields.get("data");
  return data === undefined ? null : ({ event: fields.get("event"), data: JSON.parse(data) } as CheckEvent);
}
