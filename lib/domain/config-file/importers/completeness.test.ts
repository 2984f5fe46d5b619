import { expect, test } from "vitest";
import type { ImportSource } from "@/lib/contract/config-file/sources";
import { isIgnored } from "../rest";
import { BLACKBOX } from "./published/blackbox";
import { GATUS } from "./published/gatus";
import { KUMA } from "./published/kuma";
import { OTHERS } from "./published/others";
import { PUBLISHED_PARTS } from "./published/parts";
import { UPTIMEROBOT } from "./published/uptimerobot";
import { IMPORTERS } from "./registry";

function draftOf(source: ImportSource, file: unknown): string {
  const imported = IMPORTERS[source].parse(JSON.stringify(file));
  if (!("draft" in imported)) throw new Error("not a draft");
  return JSON.stringify(imported.draft);
}

for (const { source, what, file, settings, ignored, under = "" } of [
  ...KUMA,
  ...GATUS,
  ...UPTIMEROBOT,
  ...OTHERS,
  ...BLACKBOX,
]) {
  test(`${source} maps, notes, or rules out every setting of ${what}`, () => {
    const plain = draftOf(source, file({}));
    const lost = Object.entries(settings).filter(
      ([name, value]) =>
        !isIgnored(`${under}${name}`, ignored) && draftOf(source, file({ [name]: value })) === plain,
    );
    expect(lost.map(([name]) => name)).toEqual([]);
  });

  test(`${source} notes a setting of ${what} that a later version adds`, () => {
    expect(draftOf(source, file({ brand_new: "x" }))).toContain(
      `The setting ${under}brand_new was left out.`,
    );
  });
}

for (const { source, file, settings, ignored } of PUBLISHED_PARTS)
  test(`${source} lists every part of a file that isn't imported`, () => {
    const plain = draftOf(source, file({}));
    const lost = Object.entries({ ...settings, brand_new: { a: 1 } }).filter(
      ([name, value]) => !isIgnored(name, ignored) && draftOf(source, file({ [name]: value })) === plain,
    );
    expect(lost.map(([name]) => name)).toEqual([]);
  });
