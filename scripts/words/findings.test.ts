import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findingsIn } from "./findings";
import { textsOfSource } from "./texts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-words-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

const SOURCE = `import x from "some where";
/** Returns a row. */
export function row(): string {
  // A remark.
  const pattern = /\\/\\/ no comment/;
  const url = "https://example.com";
  return \`Row \${x ? "of one" : pattern} here\`;
}
/** A card. */
const card = <p className="p-2 m-1">Some text{/* Inside. */}</p>;
const rows = sql\`select a from b\`;
const more = "select a from b where c";
type Kind = "a kind";
`;

test("reads strings, templates, JSX and comments, and leaves out names, SQL and imports", () => {
  const texts = textsOfSource("a.tsx", SOURCE).map(
    ({ kind, line, text }) => `${line} ${kind}: ${text.trim()}`,
  );
  expect(texts).toEqual([
    "7 label: Row … here",
    "7 label: of one",
    "10 label: Some text",
    "2 doc: Returns a row.",
    "4 comment: A remark.",
    "9 comment: A card.",
    "10 comment: Inside.",
  ]);
});

test("reads a table's heading of one lowercase word that the rules replace", () => {
  const texts = textsOfSource("a.ts", 'print(["id", "e-mail"]);').map(({ text }) => text);
  expect(texts).toEqual(["e-mail"]);
});

test("reads only titles and comments of a test", () => {
  const source = `test("starts", () => { send("Nobody was here"); });\ntest.each([["Any data"]])("is %s", () => {}); // Why.`;
  const texts = textsOfSource("a.test.ts", source).map(({ kind, text }) => `${kind}: ${text.trim()}`);
  expect(texts).toEqual(["title: starts", "title: is %s", "comment: Why."]);
});

test("names file, line and replacement, including in Markdown outside of code", () => {
  const file = written(
    "guide.md",
    "# Guide\n\nFirst line,\nsent by e-mail.\n\n```\ne-mail\n```\n\n- `e-mail`\n",
  );
  expect(findingsIn([file], [])).toEqual([
    { place: `${file}:3`, problem: '"e-mail": write email', text: "First line, sent by e-mail." },
  ]);
});

test("finds replaced words in identifiers, and in the columns of SQL", () => {
  const code = written("a.ts", "export const heldUntil = 1;\nconst recovered = heldUntil;\n");
  const schema = written("a.sql", "create table x (\n  drill_id bigint\n);\n");
  expect(findingsIn([code, schema], []).map(({ place, text }) => [place, text])).toEqual([
    [`${code}:1`, "held until"],
    [`${schema}:2`, "drill id"],
  ]);
});

test("finds links and names of documents that don't exist", () => {
  written("other.md", "# Other\n\n## The second part\n");
  const guide =
    "[a](other.md#the-second-part) [b](other.md#third) [c](missing.md) [d](https://example.com/x.md)\n";
  const file = written("guide.md", guide);
  const code = written("a.ts", "// See plan.md and docs/README.md.\n");
  expect(findingsIn([file, code], []).map(({ problem }) => problem)).toEqual([
    "other.md#third: the repository doesn't have it",
    "missing.md: the repository doesn't have it",
    "plan.md: the repository doesn't have it",
  ]);
});

test("accepts an exception and reports one that nothing needs", () => {
  const file = written("guide.md", "The HTML anchor.\n");
  const exception = (phrase: string) => ({ file, phrase, why: "HTML" });
  expect(findingsIn([file], [exception("HTML anchor")])).toEqual([]);
  expect(findingsIn([file], [exception("HTML anchor"), exception("gone")])).toHaveLength(1);
});
