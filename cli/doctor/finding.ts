/** What `doctor` says about one thing. `bad` makes it end with 1; `note` is worth knowing. */
export interface Finding {
  sign: "good" | "note" | "bad";
  topic: string;
  text: string;
}

export const good = (topic: string, text: string): Finding => ({ sign: "good", topic, text });
export const note = (topic: string, text: string): Finding => ({ sign: "note", topic, text });
export const bad = (topic: string, text: string): Finding => ({ sign: "bad", topic, text });
