import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

const { isStandalone, removeModules } = await import(new URL("./standalone.mjs", import.meta.url).href);

function checkout() {
  const folder = mkdtempSync(path.join(tmpdir(), "vedette-standalone-"));
  const modules = path.join(folder, "node_modules");
  const program = path.join(folder, "program");
  for (const each of [modules, program]) mkdirSync(each);
  for (const name of [".package-lock.json", "package"]) writeFileSync(path.join(modules, name), "{}");
  return { modules, program };
}

test("a program runs from its own folder only if it is complete and no packages are installed", () => {
  const { modules, program } = checkout();
  expect(isStandalone(modules, program)).toBe(false);
  writeFileSync(path.join(program, "package.json"), "{}");
  expect(isStandalone(modules, program)).toBe(false);
  removeModules(modules);
  // The folder itself may be a mount, which can't be removed.
  expect(readdirSync(modules)).toEqual([]);
  expect(isStandalone(modules, program)).toBe(true);
});

test("an incomplete copy of the program doesn't count", () => {
  const { modules, program } = checkout();
  removeModules(modules);
  expect(isStandalone(modules, program)).toBe(false);
});
