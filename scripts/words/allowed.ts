export interface Exception {
  readonly file: string;
  /** Part of the text that may stay. */
  readonly phrase: string;
  readonly why: string;
}

/** Texts in which a word of the table is right. */
export const ALLOWED: readonly Exception[] = [];
