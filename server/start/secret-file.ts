import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { randomToken } from "@/lib/shared/secret";

/**
 * Returns a random secret from a file (0600) that is created once. `link` never replaces, so two concurrent first starts get
 * the same secret.
 */
export function secretFile(directory: string, name: string): string {
  const file = path.join(directory, name);
  const known = read(file);
  if (known) return known;
  const candidate = `${file}.${process.pid}`;
  writeFileSync(candidate, `${randomToken()}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(candidate, file);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  } finally {
    rmSync(candidate, { force: true });
  }
  return readFileSync(file, "utf8").trim();
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw new Error(
      `${file} can't be read (${(error as Error).message}). Make it readable for this user; it contains a secret that is in use.`,
    );
  }
}
