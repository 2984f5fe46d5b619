import { readFileSync } from "node:fs";
import { link, rm } from "node:fs/promises";
import path from "node:path";
import { replaceFile, syncFolder } from "@/lib/shared/durable-file";
import { errorCode } from "@/lib/shared/error-code";
import { randomToken } from "@/lib/shared/secret";

/**
 * Returns a random secret from a file (0600) that is created once and survives a power cut. `link` never replaces, so concurrent
 * first starts get the same secret.
 */
export async function secretFile(directory: string, name: string): Promise<string> {
  const file = path.join(directory, name);
  const known = read(file);
  if (known) return known;
  const secret = randomToken();
  const candidate = `${file}.${secret.slice(0, 8)}`;
  await replaceFile(candidate, [`${secret}\n`]);
  // A power cut can leave an empty file.
  if (known === "") await rm(file, { force: true });
  try {
    await link(candidate, file);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    await rm(candidate, { force: true });
  }
  await syncFolder(directory);
  return readFileSync(file, "utf8").trim();
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw new Error(
      `${file} can't be read (${(error as Error).message}). Make it readable for this user; it contains a secret that is in use.`,
    );
  }
}
