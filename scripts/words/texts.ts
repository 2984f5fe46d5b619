import * as ts from "typescript";

/**
 * Readers of a text: `label` users, `title` the reader of test results, `doc` and `comment` developers, `document` everyone. A `name` is an
 * identifier as words: of code, of a column in SQL, or of a field of the API.
 */
export type TextKind = "label" | "title" | "doc" | "comment" | "document" | "name";

export interface Text {
  readonly kind: TextKind;
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const TEST = /\.(?:test|spec)\.tsx?$|^lib\/testing\/|^e2e\//;
const SQL =
  /^(?:\(?select|insert into|update \w+ |delete from|\(?with (?:recursive )?\w+ as|alter|create|drop|truncate|where|order by|from|returning|join)\b/;
const NOT_PROSE = new Set(["className", "d", "points", "viewBox", "href", "id", "htmlFor"]);
const FUNCTION = /^\s*(?:export )?(?:default )?(?:async )?function\b/;

/**
 * Returns the texts that people read in a source file: comments, test titles, and string literals, templates and JSX that look like
 * prose. Leaves out SQL, names, and the data of tests.
 */
export function textsOfSource(file: string, source: string): Text[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const texts: Text[] = [];
  const literals: Span[] = [];
  const add = (kind: TextKind, start: number, text: string) =>
    texts.push({ kind, file, line: tree.getLineAndCharacterOfPosition(start).line + 1, text });
  const visit = (node: ts.Node): void => {
    const text = literalText(node);
    if (text === null) {
      ts.forEachChild(node, visit);
      return;
    }
    const start = node.getStart(tree);
    literals.push({ start, end: node.end });
    if (isTitle(node)) add("title", start, text);
    else if (!TEST.test(file) && isProse(node, text)) add("label", start, text);
    if (ts.isTemplateExpression(node)) for (const { expression } of node.templateSpans) visit(expression);
  };
  visit(tree);
  for (const { start, end } of commentsOf(source, literals)) {
    const isDoc = source.startsWith("/**", start) && FUNCTION.test(source.slice(end, end + 200));
    add(isDoc ? "doc" : "comment", start, plain(source.slice(start, end)));
  }
  return texts;
}

function literalText(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return "";
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
}

/** Returns whether a literal names a test: `test("…")`, `describe.each(…)("…")`. */
function isTitle(node: ts.Node): boolean {
  const call = node.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== node) return false;
  return /^(?:test|it|describe)\b/.test(call.expression.getText());
}

/** Returns whether a literal has several words or a capital letter, or is a word of the rules. Values and names are neither. */
function isProse(node: ts.Node, text: string): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent))
    return false;
  if (ts.isJsxAttribute(parent) && NOT_PROSE.has(parent.name.getText())) return false;
  if (ts.isTaggedTemplateExpression(parent) || SQL.test(text.trim())) return false;
  return /\S\s+\S|^e-mails?$/.test(text) || /^\s*[A-Z][a-z]/.test(text);
}

/** Returns the comments: outside of literals, slashes only divide or start a comment. `literals` is in source order. */
function commentsOf(source: string, literals: readonly Span[]): Span[] {
  const found: Span[] = [];
  let at = 0;
  for (const { start, end } of [...literals, { start: source.length, end: source.length }]) {
    for (let open = commentIn(source, at, start); open !== -1; open = commentIn(source, at, start)) {
      at = endOfComment(source, open);
      found.push({ start: open, end: at });
    }
    at = Math.max(at, end);
  }
  return found;
}

function commentIn(source: string, from: number, to: number): number {
  const at = source.slice(from, Math.max(from, to)).search(/\/[/*]/);
  return at === -1 ? -1 : from + at;
}

function endOfComment(source: string, start: number): number {
  const isLine = source.startsWith("//", start);
  const end = source.indexOf(isLine ? "\n" : "*/", start + 2);
  if (end === -1) return source.length;
  return isLine ? end : end + 2;
}

/** Removes the slashes and stars of a comment. */
function plain(comment: string): string {
  if (comment.startsWith("//")) return comment.slice(2);
  const lines = comment.slice(2, -2).split("\n");
  return lines
    .map((line) => (line.trimStart().startsWith("*") ? line.trimStart().slice(1) : line))
    .join("\n");
}

/** Returns the identifiers of a source or SQL file that consist of several words, each once. */
export function namesOf(file: string, source: string): Text[] {
  const lines = new Map<string, number>();
  for (const [index, line] of source.split("\n").entries())
    for (const [name] of line.matchAll(
      /[A-Za-z][a-z0-9]{0,60}(?:_[A-Za-z0-9]{1,60}|[A-Z][a-z0-9]{0,60}){1,12}/g,
    ))
      if (!lines.has(name)) lines.set(name, index + 1);
  return [...lines].map(([name, line]) => ({ kind: "name", file, line, text: wordsOf(name) }));
}

/** Splits an identifier: `heldUntil` and `held_until` become "held until". */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])(?=[A-Z])/g, "$1 ")
    .replaceAll("_", " ")
    .toLowerCase();
}
