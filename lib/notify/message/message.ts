/** What every app says about an event, each in its own dress. Texts are plain: no markup, no control characters. */
export interface Message {
  /** down: something fails. up: it is over. warning: something is due. info: something happened. */
  readonly level: "down" | "up" | "warning" | "info";
  readonly title: string;
  /** Paragraphs; may be empty. */
  readonly lines: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly link: { readonly label: string; readonly url: string };
  /** Shown small: which installation speaks. */
  readonly footer: string;
}
