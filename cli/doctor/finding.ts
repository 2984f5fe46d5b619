/** One finding of `doctor`. Any `bad` finding makes the command exit with 1; a `note` is informational. */
export interface Finding {
  sign: "good" | "note" | "bad";
  topic: string;
  text: string;
}

export const good = (topic: string, text: string): Finding => ({ sign: "good", topic, text });
export const note = (topic: string, text: string): Finding => ({ sign: "note", topic, text });
export const bad = (topic: string, text: string): Finding => ({ sign: "bad", topic, text });
