import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Env } from "@/lib/shared/env";
import { REFERENCE } from "@/lib/shared/env-reference";
import { configurationText } from "./support/configuration-text";

const names = Object.keys(Env.shape);
const described = Object.assign({}, ...Object.values(REFERENCE)) as (typeof REFERENCE)[string];

test("docs/configuration.md matches the schema; otherwise run `npx tsx scripts/configuration.ts`", () => {
  expect(readFileSync("docs/configuration.md", "utf8")).toBe(configurationText());
});

test.each(names)("%s is documented with its meaning and allowed values", (name) => {
  expect(described[name]?.[0]).toMatch(/^.{10,}\.$/s);
  const [, , , allowed = ""] =
    configurationText()
      .split("\n")
      .find((line) => line.startsWith(`| \`${name}\` |`))
      ?.split("|") ?? [];
  expect(allowed.trim()).not.toBe("");
});

test("describes no variable that doesn't exist", () => {
  expect(Object.keys(described).filter((name) => !names.includes(name))).toEqual([]);
});
