import { expect, test } from "vitest";
import { parseJson, parseYaml, UnreadableFile } from "./documents";

test("reads nested YAML with aliases", () => {
  expect(parseYaml("a: &x [1, {b: two}]\nc: *x")).toEqual({ a: [1, { b: "two" }], c: [1, { b: "two" }] });
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
