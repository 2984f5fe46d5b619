import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** A hook that keeps state, has effects, or reads, and writes through the API. */
const LOGIC = /\buse(State|Effect|LayoutEffect|Reducer|Ref|Query|Queries|Mutation|Save|Draft)\(/;
const IMPORT = /(?:from|import\()\s*"(@\/components\/|\.\/)([\w/.-]+)"/g;

const files = readdirSync("components", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => path.join("components", file));
const isTest = (file: string) => file.endsWith(".test.tsx");

function importsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, root, name = ""]) =>
    path.join(root === "./" ? path.dirname(file) : "components", `${name}.tsx`),
  );
}

test("renders every component with logic in a test, alone or in the component that uses it", () => {
  const direct = new Set(files.filter(isTest).flatMap(importsOf));
  const rendered = new Set([
    ...direct,
    ...[...direct].filter((file) => files.includes(file)).flatMap(importsOf),
  ]);
  const withLogic = files.filter((file) => !isTest(file) && LOGIC.test(readFileSync(file, "utf8")));
  expect(withLogic.filter((file) => !rendered.has(file))).toEqual([]);
});
