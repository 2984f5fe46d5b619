import { execFileSync } from "node:child_process";
import path from "node:path";
import { findingsIn } from "./words/findings";

/** The rules and their tests contain what they look for; other languages have their own words. */
const OWN = /^scripts\/words\/|^lib\/status-page\/languages\/(?!en)[a-z]{2}\.ts$/;
const READ = /\.(?:tsx?|mjs|cjs|js|md|sql)$/;

// `npx tsx scripts/check-words.ts [FILE…]`: lists words and phrases that the glossary replaces. Without files, checks all.
process.chdir(path.join(import.meta.dirname, ".."));
const args = process.argv.slice(2);
const all = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
  encoding: "utf8",
  maxBuffer: 1 << 26,
});
const files = args.length > 0 ? args : all.split("\0").filter((file) => READ.test(file) && !OWN.test(file));
const findings = findingsIn(files);
for (const { place, problem, text } of findings) process.stdout.write(`${place} ${problem}\n    ${text}\n`);
process.stdout.write(`${findings.length} findings in ${files.length} files\n`);
process.exitCode = findings.length === 0 ? 0 : 1;
