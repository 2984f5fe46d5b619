/** What Go's `os.ExpandEnv` replaces. Gatus expands the whole file with it, after it hides `$$`. */
const VARIABLE = /\$[A-Za-z0-9_{*#@!?-]/;
const HIDDEN = "\u0000";

/** Returns the text as Gatus reads it, with `$$` as a dollar sign; null if it contains a variable, whose value isn't in the file. */
export function literalText(text: string): string | null {
  const hidden = text.replaceAll("$$", HIDDEN);
  return VARIABLE.test(hidden) ? null : hidden.replaceAll(HIDDEN, "$");
}
