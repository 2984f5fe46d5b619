import type { Entry } from "./entry";
import { cut } from "./fitting";
import type { Note } from "./note";

/** Settings that need no note, by their path, with the reason. A path that ends in `*` stands for all that begin so. */
export type Ignored = Readonly<Record<string, string>>;

interface Known {
  readonly ignored: Ignored;
  /** Notes about settings that were left out, by path. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Settings whose `false` means something. */
  readonly onByDefault?: readonly string[];
}

const SHOWN_CHARS = 100;

/**
 * Notes everything that is set and that the importer hasn't read, so that nothing vanishes, not even what a later version adds. Call it
 * when the entry has been mapped.
 */
export function noteRest(
  entry: Entry,
  { ignored, labels = {}, onByDefault = [] }: Known,
  notes: Note[],
): void {
  const paths = [...entry.unread(), ...onByDefault.filter((name) => entry.flag(name) === false)];
  const texts = paths
    .filter((path) => !isIgnored(path, ignored))
    .map((path) => [fieldOf(path), textOf(path, labels)] as const);
  for (const [text, field] of new Map(texts.map(([field, text]) => [text, field])))
    notes.push({ field, text });
}

/** Returns whether a setting needs no note. */
export function isIgnored(path: string, ignored: Ignored): boolean {
  return Object.keys(ignored).some((each) =>
    each.endsWith("*") ? path.startsWith(each.slice(0, -1)) : path === each || path.startsWith(`${each}.`),
  );
}

/** Gives each of the names the same reason. */
export function ignoring(reason: string, ...names: readonly string[]): Ignored {
  return Object.fromEntries(names.map((name) => [name, reason]));
}

function textOf(path: string, labels: Readonly<Record<string, string>>): string {
  const label = Object.entries(labels).find(([each]) => path === each || path.startsWith(`${each}.`));
  return label?.[1] ?? `The setting ${cut(path, SHOWN_CHARS)} was left out.`;
}

const fieldOf = (path: string) => cut(path.split(".")[0] ?? path, SHOWN_CHARS);
