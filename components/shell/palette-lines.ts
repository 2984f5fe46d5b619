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
  act: () => void;
}

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
  return { line, score: defaultFilter(line.value, typed, [...(line.keywords ?? [])]) };
}

function byScore<Scored extends { score: number }>(all: readonly Scored[]): Scored[] {
  return all.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
}
