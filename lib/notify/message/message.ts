/** What every app says about an event, each in its own dress. Texts are plain: no markup, no control characters. */
export interface Message {
  /** down: something fails. up: it is over. warning: something is due. info: something happened. */
  readonly level: "down" | "up" | "warning" | "info";
  readonly title: string;
  /** Paragraphs; may be empty. */
  readonly lines: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly link: { readonly label: string; readonly url: string };
  /** What the messages of one incident have in common: the subject of its mails. Null when the message stands alone. */
  readonly topic?: string | null;
  /** Shown small: which installation speaks. */
  readonly footer: string;
  /** What the reader can do about such mails, below the footer; only mails show them. */
  readonly footLinks?: readonly { readonly label: string; readonly url: string }[];
}

/** A message before its texts are cut and cleaned; the link is a path. */
export type Draft = Omit<Message, "footer" | "footLinks">;
