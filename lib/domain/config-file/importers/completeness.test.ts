import { expect, test } from "vitest";
import type { ImportSource } from "@/lib/contract/config-file/sources";
import { BLACKBOX } from "@/lib/testing/importers/blackbox";
import { GATUS } from "@/lib/testing/importers/gatus";
import { KUMA } from "@/lib/testing/importers/kuma";
import { OTHERS } from "@/lib/testing/importers/others";
import { PUBLISHED_PARTS } from "@/lib/testing/importers/parts";
import { UPTIMEROBOT } from "@/lib/testing/importers/uptimerobot";
import { isIgnored } from "../rest";
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
