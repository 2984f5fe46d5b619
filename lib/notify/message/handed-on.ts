import type { Message } from "./message";

const NOTES_MAX = 3;

/** A message with a first line that says why it comes this way. */
export function handedMessage(message: Message, note: string): Message {
  return { ...message, lines: [`This alert ${note} Here is what it says:`, ...message.lines] };
}

/** A digest that says which of its alerts come this way, and why. Notes: one an alert, null for one that was meant for here. */
export function handedDigest(message: Message, notes: readonly (string | null)[]): Message {
  const reasons = [...new Set(notes.filter((note) => note !== null))];
  if (reasons.length === 0) return message;
  const isAll = reasons.length === 1 && notes.every((note) => note !== null);
  const lines = reasons
    .slice(0, NOTES_MAX)
    .map((reason) => `${isAll ? "These alerts" : "Some of these alerts"} ${reason}`);
  return { ...message, lines: [lines.join("\n"), ...message.lines] };
}
