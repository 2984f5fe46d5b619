import { readFileSync, statSync } from "node:fs";

const SUFFIX = "_FILE";
const FILE_MAX_BYTES = 64 * 1024;

/**
 * Replaces each `NAME_FILE` of the given names by `NAME` with the text of that file, as container platforms mount secrets. Changes
 * `source`. Throws one error that names every variable whose file can't be read or that is given both ways.
 */
export function readEnvFiles(source: Record<string, string | undefined>, names: readonly string[]): void {
  const problems: string[] = [];
  for (const name of names) {
    const file = source[`${name}${SUFFIX}`];
    if (!file) continue;
    if (source[name]) problems.push(`  ${name}${SUFFIX}: set either this or ${name}, not both`);
    else {
      try {
        source[name] = textOf(file);
        delete source[`${name}${SUFFIX}`];
      } catch (error) {
        problems.push(`  ${name}${SUFFIX}: ${(error as Error).message}`);
      }
    }
  }
  if (problems.length > 0) throw new Error(`Wrong environment variables:\n${problems.join("\n")}`);
}

function textOf(file: string): string {
  if (statSync(file).size > FILE_MAX_BYTES)
    throw new Error(`must be a file of at most ${FILE_MAX_BYTES / 1024} KiB; got ${file}`);
  const text = withoutFinalNewline(readFileSync(file, "utf8"));
  if (text === "") throw new Error(`the file ${file} is empty`);
  return text;
}

/** Removes line ends at the end of a value. Editors and `echo` add one, and no password is meant to end with it. */
export function withoutFinalNewline(value: string): string {
  return value.replace(/(?:\r?\n){1,8}$/, "");
}
