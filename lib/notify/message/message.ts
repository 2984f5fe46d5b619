/** A notification about an event, before each app formats it. Texts are plain: no markup, no control characters. */
export interface Message {
  /** down: something is failing. up: it recovered. warning: something needs attention. info: something happened. */
  readonly level: "down" | "up" | "warning" | "info";
  readonly title: string;
  /** Paragraphs; may be empty. */
  readonly lines: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly link: { readonly label: string; readonly url: string };
  /** Shared by all messages of one incident: the subject of its emails. Null for a message on its own. */
  readonly topic?: string | null;
  /** Names the installation that sent the message. Shown small. */
  readonly footer: string;
  /** Links below the footer, such as unsubscribe. Only emails show them. */
  readonly footLinks?: readonly { readonly label: string; readonly url: string }[];
}

/** A message before its texts are truncated and cleaned. The link is a path. */
export type Draft = Omit<Message, "footer" | "footLinks">;
