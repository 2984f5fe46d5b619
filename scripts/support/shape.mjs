import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./step.mjs";

/** Longer files usually have more than one subject. */
export const LINES_MAX = 300;
/** Larger folders hide their structure; tests count. */
export const FILES_MAX = 40;

/** Hand-written sources; tests may be longer. */
const SOURCE = /^(app|components|lib|server|cli|e2e|bench|storm|scripts)\/.*\.(tsx?|mjs)$|^server\.ts$/;
const GENERATED = /^lib\/store\/schema\/tables\.ts$/;
const TEST = /\.(test|spec)\.tsx?$/;

/** Queries that nothing checks: in which files, what to find there, and the rule. */
const UNCHECKED = [
  {
    where: /^lib\/store\/(?!core\/|embedded\/|backup\/|schema\/)/,
    what: /\bpool\(\)|\bCompiledQuery\b|\.executeQuery\(/,
    rule: "must query with Kysely and its sql tag, or with read, write, and readPrepared",
  },
  {
    where: /^(lib|server|cli)\//,
    what: /\bas [A-Z]\w*Row\b|\brows? as \{/,
    rule: "must not cast rows; type the column in scripts/support/schema-types-text.ts",
  },
];

/** Returns violations of the limits on file length and folder size, one sentence each. `files`: path → number of lines. */
export function shapeProblems(files) {
  const long = [...files]
    .filter(
      ([file, lines]) => SOURCE.test(file) && !TEST.test(file) && !GENERATED.test(file) && lines > LINES_MAX,
    )
    .map(([file, lines]) => `${file} must have at most ${LINES_MAX} lines; got ${lines}`);
  const folders = new Map();
  for (const file of files.keys())
    if (SOURCE.test(file)) folders.set(path.dirname(file), (folders.get(path.dirname(file)) ?? 0) + 1);
  const full = [...folders]
    .filter(([, count]) => count > FILES_MAX)
    .map(([folder, count]) => `${folder} must have at most ${FILES_MAX} files; got ${count}`);
  return [...long, ...full];
}

/** Returns the places that query in another way than the rest, one sentence each. `texts`: path → text. */
export function queryProblems(texts) {
  return [...texts].flatMap(([file, text]) =>
    UNCHECKED.filter(({ where, what }) => where.test(file) && !TEST.test(file) && what.test(text)).map(
      ({ what, rule }) => `${file} ${rule}; got ${what.exec(text)[0]}`,
    ),
  );
}

/** Returns the violations among the files in git. */
export function findShapeProblems() {
  const list = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const sources = list.split("\0").filter((file) => SOURCE.test(file));
  const texts = new Map(sources.flatMap((file) => textOf(file)));
  const lengths = new Map([...texts].map(([file, text]) => [file, text.split("\n").length - 1]));
  return [...shapeProblems(lengths), ...queryProblems(texts)];
}

/** Returns a file with its text; nothing for a file deleted but not committed. */
function textOf(file) {
  try {
    return [[file, readFileSync(path.join(root, file), "utf8")]];
  } catch {
    return [];
  }
}
