import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readEnvFiles } from "./files";

const folder = mkdtempSync(path.join(tmpdir(), "vedette-env-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = path.join(folder, `secret-${Math.abs(text.length)}`);
  writeFileSync(file, text);
  return file;
}

test("reads a variable from the file that NAME_FILE names, without its final line end", () => {
  const source: Record<string, string | undefined> = { APP_SECRET_FILE: fileWith("se cret\n") };
  readEnvFiles(source, ["APP_SECRET", "PORT"]);
  expect(source).toEqual({ APP_SECRET: "se cret" });
});

test("refuses a variable that is given both ways", () => {
  const source = { APP_SECRET: "x", APP_SECRET_FILE: fileWith("yy") };
  expect(() => readEnvFiles(source, ["APP_SECRET"])).toThrow(
    "APP_SECRET_FILE: set either this or APP_SECRET, not both",
  );
});

test("names every file that can't be read, is empty, or is too large", () => {
  const source = {
    APP_SECRET_FILE: path.join(folder, "missing"),
    SMTP_URL_FILE: fileWith("\n\n\n"),
    METRICS_TOKEN_FILE: fileWith("x".repeat(70_000)),
  };
  expect(() => readEnvFiles(source, ["APP_SECRET", "SMTP_URL", "METRICS_TOKEN"])).toThrow(
    /APP_SECRET_FILE: ENOENT[\s\S]*SMTP_URL_FILE: the file \S+ is empty[\s\S]*METRICS_TOKEN_FILE: must be a file of at most 64 KiB/,
  );
});
