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

/** Returns the violations among the files in git. */
export function findShapeProblems() {
  const list = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const sources = list.split("\0").filter((file) => SOURCE.test(file));
  return shapeProblems(new Map(sources.flatMap((file) => lengthOf(file))));
}

/** Returns a file with its number of lines; nothing for a file deleted but not committed. */
function lengthOf(file) {
  try {
    return [[file, readFileSync(path.join(root, file), "utf8").split("\n").length - 1]];
  } catch {
    return [];
  }
}
