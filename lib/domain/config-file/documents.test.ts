import { expect, test } from "vitest";
import { parseJson, parseYaml, UnreadableFile } from "./documents";

test("reads nested YAML with aliases", () => {
  expect(parseYaml("a: &x [1, {b: two}]\nc: *x")).toEqual({ a: [1, { b: "two" }], c: [1, { b: "two" }] });
});

test("merges maps with <<, and keeps the map's own values and those of the first source", () => {
  const text = "a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc: {<<: [*a, *b], x: 3}\nd: {<<: *b}";
  expect(parseYaml(text)).toMatchObject({ c: { x: 3, y: 1, z: 2 }, d: { y: 2, z: 2 } });
});

test("reads 500 entries that share their defaults", () => {
  const entries = Array.from({ length: 500 }, (_, at) => `  - {<<: *defaults, name: n${at}}`);
  const file = parseYaml(["d: &defaults {group: core}", "entries:", ...entries].join("\n"));
  expect(file).toMatchObject({ entries: entries.map((_, at) => ({ group: "core", name: `n${at}` })) });
});

test.each([
  [
    "merges of merges",
    [
      `m0: &m0 {${Array.from({ length: 10_000 }, (_, at) => `k${at}: 1`).join(", ")}}`,
      ...Array.from({ length: 300 }, (_, at) => `m${at + 1}: &m${at + 1} {<<: [*m${at}, *m${at}], o: 1}`),
    ].join("\n"),
  ],
  ["a map that merges itself", "a: &a {<<: *a}"],
  ["a list that contains itself", "a: &a [*a]"],
])("refuses %s at once", (_, text) => {
  const started = performance.now();
  expect(() => parseYaml(text)).toThrow(/repeats too much/);
  // Without a limit, the first takes longer than anyone waits. A busy machine takes seconds.
  expect(performance.now() - started).toBeLessThan(20_000);
});

test.each([
  ["flow sequences", "[".repeat(100_000)],
  ["flow maps", "{a: ".repeat(50_000)],
  ["sequences in one line", `${"- ".repeat(50_000)}x`],
  ["explicit keys", `${"? ".repeat(50_000)}x`],
  ["indentation", Array.from({ length: 300 }, (_, at) => `${" ".repeat(at)}a:`).join("\n")],
])("refuses deeply nested %s before they overflow the stack", (_, text) => {
  expect(() => parseYaml(text)).toThrow("nested deeper than 100 levels");
});

test("refuses more parts and aliases than it can read in about a second", () => {
  expect(() => parseYaml("[1,".repeat(1) + "1,".repeat(300_000))).toThrow("more than 500000 parts");
  expect(() => parseYaml(`a: &a 1\nb: [${Array(1001).fill("*a").join(", ")}]`)).toThrow("1000 aliases");
});

test("refuses a key twice in one map, but not in two", () => {
  expect(() => parseYaml("a: {b: 1, b: 2}")).toThrow("key b appears twice");
  expect(parseYaml("- a: 1\n- a: 2")).toEqual([{ a: 1 }, { a: 2 }]);
});

test("keeps the file's text out of the error of broken JSON", () => {
  expect(() => parseJson('{"token": "s3cret"')).toThrow(new UnreadableFile("The file isn't valid JSON."));
});
