import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { checkSync as CheckSync, Diagnostics } from "recheck";
import * as ts from "typescript";

// The browser build is pure JavaScript; the other one needs Java or a native program.
const { checkSync }: { checkSync: typeof CheckSync } = createRequire(import.meta.url)(
  "recheck/lib/browser.js",
);

/** Repeats up to this count cost a constant; higher ones count as unbounded. */
const REPEAT_MAX = 64;
/** The same for groups, in which each round may branch. */
const GROUP_REPEAT_MAX = 8;
/** Represents "a few times": more rounds make the analysis slower, not more precise. */
const FEW = 2;
/** Steps instead of seconds, so that the result doesn't depend on the machine. */
const BUDGET = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  recallTimeout: -1,
  attackLimit: 10_000_000,
  maxIteration: 4,
  maxInitialGenerationSize: 200,
  randomSeed: 1,
};

export interface FoundExpression {
  /** File and line, for example `lib/domain/core/svg.ts:12`. */
  readonly place: string;
  /** Null when it isn't a constant. */
  readonly source: string | null;
  readonly flags: string;
}

/** Returns every regular expression of a file: literals and arguments of `RegExp(…)`. */
export function expressionsIn(file: string): FoundExpression[] {
  const tree = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  const found: FoundExpression[] = [];
  const add = (node: ts.Node, source: string | null, flags: string) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
    found.push({ place: `${file}:${line + 1}`, source, flags });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if (isConstruction(node)) {
      const [pattern, flags] = node.arguments ?? [];
      add(node, constantOf(pattern), constantOf(flags) ?? "");
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function constantOf(node: ts.Expression | undefined): string | null {
  return node && ts.isStringLiteralLike(node) ? node.text : null;
}

function isConstruction(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === "RegExp"
  );
}

/**
 * Returns why an expression may take more than linear time, or null when it can't. Matching tries its alternatives one after another from
 * each place, so it takes what they take together. Analyzing them together takes many times longer.
 */
export function slowness(source: string, flags: string): string | null {
  for (const alternative of alternativesOf(source)) {
    const why = slownessOfOne(alternative, flags);
    if (why) return why;
  }
  return null;
}

/** Splits an expression at each `|` outside of groups, unless a part may refer to a group of another. */
function alternativesOf(source: string): string[] {
  if (REFERENCE.test(source)) return [source];
  const found = [""];
  let depth = 0;
  for (let at = 0; at < source.length; ) {
    const rest = source.slice(at);
    const whole = (ESCAPE.exec(rest) ?? CLASS.exec(rest))?.[0] ?? rest.charAt(0);
    at += whole.length;
    if (whole === "(") depth += 1;
    if (whole === ")") depth -= 1;
    if (whole === "|" && depth === 0) found.push("");
    else found.push(found.pop() + whole);
  }
  return found;
}

function slownessOfOne(source: string, flags: string): string | null {
  const { pattern: counted, isUnbounded } = normalized(source);
  if (!isUnbounded) return null;
  // Matching both cases of each letter makes the proof many times longer without new insight.
  const pattern = flags.includes("i") ? lowerCased(counted) : counted;
  const kept = flags.replace("i", "");
  const proven = checkSync(pattern, kept, { ...BUDGET, checker: "automaton" });
  // The automaton doesn't support lookaround; the other method searches for an attack.
  const answer =
    proven.status === "unknown" ? checkSync(pattern, kept, { ...BUDGET, checker: "fuzz" }) : proven;
  return answer.status === "safe" ? null : wordsOf(answer);
}

function wordsOf(answer: Diagnostics): string {
  if (answer.status === "vulnerable") return `${answer.complexity.summary}, as with ${answer.attack.pattern}`;
  return answer.status === "unknown" ? `can't be analyzed (${answer.error.kind})` : answer.status;
}

const QUANTIFIER = /^(?:[*+?]|\{(\d{1,9})(,?)(\d{0,9})\})\??/;
const ESCAPE = /^\\(?:[pPu]\{[^}]*\}|[\s\S])/;
const CLASS = /^\[(?:[^\]\\]|\\[\s\S])*\]/;
const REFERENCE = /\\(?:[1-9]|k<)/;
const ESCAPE_OR_CAPITAL = /\\[\s\S]|[A-Z]/g;

/**
 * Rewrites repeats so that only their growth counts: a small limit becomes 2, a large one becomes none. A repeat at the end of
 * the expression succeeds as soon as its minimum is reached, so that what follows doesn't matter.
 */
function normalized(source: string): { pattern: string; isUnbounded: boolean } {
  let pattern = "";
  let isUnbounded = false;
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    const quantifier = QUANTIFIER.exec(rest);
    const whole = quantifier?.[0] ?? (ESCAPE.exec(rest) ?? CLASS.exec(rest))?.[0] ?? rest.charAt(0);
    at += whole.length;
    // The question mark of `(?:` isn't a quantifier.
    if (!quantifier || source.charAt(at - whole.length - 1) === "(") pattern += whole;
    else {
      const { least, most } = countsOf(quantifier);
      const limit = source.charAt(at - whole.length - 1) === ")" ? GROUP_REPEAT_MAX : REPEAT_MAX;
      const isLast = at === source.length;
      const needed = isLast ? least : most;
      const isOpen = needed > limit;
      isUnbounded ||= isOpen;
      pattern += `{${Math.min(least, FEW)},${isOpen ? "" : Math.min(needed, FEW)}}`;
    }
  }
  return { pattern, isUnbounded };
}

function lowerCased(pattern: string): string {
  return pattern.replace(ESCAPE_OR_CAPITAL, (found) => (found.length > 1 ? found : found.toLowerCase()));
}

function countsOf([whole, min, comma, max]: RegExpExecArray): { least: number; most: number } {
  if (min === undefined)
    return { least: whole[0] === "+" ? 1 : 0, most: whole[0] === "?" ? 1 : Number.POSITIVE_INFINITY };
  const least = Number(min);
  if (!comma) return { least, most: least };
  return { least, most: max ? Number(max) : Number.POSITIVE_INFINITY };
}
