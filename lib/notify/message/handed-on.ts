import type { Message } from "./message";

const NOTES_MAX = 3;

/** Returns the message with a first line that says why it was sent through another integration. */
export function handedMessage(message: Message, note: string): Message {
  return { ...message, lines: [`This alert ${note} Here's the original alert:`, ...message.lines] };
}

/** Adds to a digest why some of its alerts failed over to this integration. `notes` has one entry per alert; null: not a failover. */
export function handedDigest(message: Message, notes: readonly (string | null)[]): Message {
  const reasons = [...new Set(notes.filter((note) => note !== null))];
  if (reasons.length === 0) return message;
  const isAll = reasons.length === 1 && notes.every((note) => note !== null);
  const lines = reasons
    .slice(0, NOTES_MAX)
    .map((reason) => `${isAll ? "These alerts" : "Some of these alerts"} ${reason}`);
  return { ...message, lines: [lines.join("\n"), ...message.lines] };
}
