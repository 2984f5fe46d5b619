import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { joinedFiles } from "./import";

const made = mkdtemp(path.join(tmpdir(), "vedette-import-test-"));
afterAll(async () => rm(await made, { recursive: true }));

test("joins the YAML files of a folder as documents, in the order of their names, and leaves out others", async () => {
  const folder = await made;
  await mkdir(path.join(folder, "sub"));
  await writeFile(path.join(folder, "b.yaml"), "b: 1");
  await writeFile(path.join(folder, "a.yml"), "a: 1\n");
  await writeFile(path.join(folder, "notes.txt"), "x");
  await writeFile(path.join(folder, "sub", "c.yaml"), "c: 1");
  expect(String(await joinedFiles([folder]))).toBe("---\na: 1\n\n---\nb: 1\n---\nc: 1\n");
  expect(String(await joinedFiles([path.join(folder, "b.yaml")]))).toBe("b: 1");
  const mixed = [path.join(folder, "b.yaml"), path.join(folder, "notes.txt")];
  await expect(joinedFiles(mixed)).rejects.toThrow("only if they are YAML");
});
