import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Env } from "@/lib/shared/env";
import { REFERENCE } from "@/lib/shared/env-reference";
import { allowedValues, configurationText } from "./support/configuration-text";

const names = Object.keys(Env.shape) as (keyof typeof REFERENCE)[];

test("docs/configuration.md matches the schema; otherwise run `npx tsx scripts/configuration.ts`", () => {
  expect(readFileSync("docs/configuration.md", "utf8")).toBe(configurationText());
});

test.each(names)("%s is documented with its meaning and allowed values", (name) => {
  expect(REFERENCE[name]?.description).toMatch(/^.{10,}\.$/s);
  expect(allowedValues(name)).not.toBe("");
  expect(configurationText()).toContain(`| \`${name}\` |`);
});

test("describes no variable that doesn't exist", () => {
  expect(Object.keys(REFERENCE).filter((name) => !names.includes(name as never))).toEqual([]);
});
