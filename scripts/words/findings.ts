import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ALLOWED, type Exception } from "./allowed";
import { anchorsOf, textsOfMarkdown } from "./documents";
import { problemsOf } from "./rules";
import { namesOf, type Text, textsOfSource } from "./texts";

export interface Finding {
  /** File and line. */
  readonly place: string;
  readonly problem: string;
  readonly text: string;
}

/** Returns what is wrong in these files, and the exceptions that nothing needs any longer. */
export function findingsIn(files: readonly string[], allowed = ALLOWED): Finding[] {
  const unused = new Set(allowed.filter(({ file }) => files.includes(file) || !existsSync(file)));
  const findings = files.flatMap((file) => {
    const source = readFileSync(file, "utf8");
    return textsOf(file, source).flatMap((text) => findingsOf(text, allowed, unused));
  });
  const leftOver = [...unused].map(({ file, phrase }) => ({
    place: file,
    problem: "scripts/words/allowed.ts has an exception that nothing needs",
    text: phrase,
  }));
  return [...findings, ...leftOver];
}

function textsOf(file: string, source: string): Text[] {
  if (file.endsWith(".md")) return textsOfMarkdown(file, source);
  return file.endsWith(".sql")
    ? namesOf(file, source)
    : [...textsOfSource(file, source), ...namesOf(file, source)];
}

function findingsOf(text: Text, allowed: readonly Exception[], unused: Set<Exception>): Finding[] {
  const problems = [...problemsOf(text), ...missingDocuments(text)];
  if (problems.length === 0) return [];
  const exception = allowed.find(({ file, phrase }) => file === text.file && text.text.includes(phrase));
  if (exception) unused.delete(exception);
  if (exception) return [];
  const shown = text.text.replace(/\s+/g, " ").trim();
  return problems.map((problem) => ({ place: `${text.file}:${text.line}`, problem, text: shown }));
}

/** Returns links and names of Markdown files that lead nowhere. */
function missingDocuments({ kind, file, text }: Text): string[] {
  const links =
    kind === "document" ? matches(text, /\]\([^()\s]{1,300}\)/g).map((link) => link.slice(2, -1)) : [];
  const names = matches(
    text.replace(/\]\([^()]{1,300}\)|https?:\S+/g, ""),
    /(?<![\w/.-])[\w./-]{1,100}\.md\b/g,
  );
  return [...links, ...names]
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => !isPresent(link, file))
    .map((link) => `${link}: the repository doesn't have it`);
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([found]) => found);
}

function isPresent(link: string, from: string): boolean {
  const [name = "", anchor] = link.split("#");
  const places = [path.dirname(from), ".", "docs"].map((folder) => path.join(folder, name));
  const found = name === "" ? from : places.find((place) => existsSync(place));
  if (!found || anchor === undefined) return found !== undefined;
  return anchorsOf(readFileSync(found, "utf8")).includes(anchor);
}
