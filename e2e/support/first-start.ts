import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startStack, TEMPLATE } from "./stack";

/** Starts a server on an empty data directory and stops it. Journeys begin with a copy, which saves initdb and all migrations each time. */
export default async function firstStart(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "vedette-e2e-first-"));
  const stack = await startStack({ dataDir });
  await stack.terminate();
  process.env[TEMPLATE] = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
