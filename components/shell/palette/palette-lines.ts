import { defaultFilter } from "cmdk";
import type { ReactNode } from "react";

/** One line of the palette: what it shows, does, and is found by. */
export interface Line {
  /** Identifies the line among all that are shown. */
  value: string;
  label: string;
  /** Other words it is found by. */
  keywords?: readonly string[];
  icon?: ReactNode;
  aside?: string;
  keys?: string | undefined;
  /** Changes a found record. Enter opens the record unless a person selects this line. */
  isChange?: boolean;
  act: () => void;
}

/** Puts changes behind the records they change, whose score is 0.8 or more, because the server found them by the typed text. */
const CHANGE_WEIGHT = 0.001;

export interface LineGroup {
  heading: string;
  lines: readonly Line[];
}

/** Returns the lines that match the typed text, the best first, in groups ordered by their best line. Without text, returns all. */
export function matchingGroups(groups: readonly LineGroup[], typed: string): readonly LineGroup[] {
  if (typed === "") return groups.filter(({ lines }) => lines.length > 0);
  return groups
    .map(({ heading, lines }) => ({ heading, scored: byScore(lines.map((line) => scored(line, typed))) }))
    .filter(({ scored: [best] }) => best !== undefined)
    .sort((a, b) => (b.scored[0]?.score ?? 0) - (a.scored[0]?.score ?? 0))
    .map(({ heading, scored: found }) => ({ heading, lines: found.map(({ line }) => line) }));
}

function scored(line: Line, typed: string) {
  const score = defaultFilter(line.value, typed, [...(line.keywords ?? [])]);
  return { line, score: line.isChange ? score * CHANGE_WEIGHT : score };
}

function byScore<Scored extends { score: number }>(all: readonly Scored[]): Scored[] {
  return all.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
}
