import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { IMPORT_SOURCES, type ImportSource } from "@/lib/contract/config-file/sources";
import { ApiError, invalidField } from "@/lib/contract/core/errors";
import type { Imported } from "@/lib/domain/config-file/importers/importer";
import { present } from "@/lib/shared/assert";
import { type KillableProgram, LimitExceeded, runKillable } from "@/lib/shared/killable/killable";
import { trimEndOf } from "@/lib/shared/trim-end";
import { fetchUrl } from "../monitors/fetch-url";
import type { ImportOptions, Reading, ReadReply } from "./read-import-program";

const LIMITS = { timeoutMs: 15_000, bodyMaxBytes: 4 * 1024 * 1024 };
const SUMMARY = "/api/v2/summary.json";

/** Files of people who try to exhaust the server are read in a process that is killed when it takes too much. */
const READER: KillableProgram = {
  name: "read-import",
  source: "lib/services/config-file/read-import-program.ts",
  limits: { cpuMs: 15_000, memoryMb: 512, outputMaxBytes: 16 * 1024 * 1024, together: 1, waitingMax: 5 },
};
const REFUSALS = {
  time: "The file takes more than 15 s of CPU time to read. Split it.",
  memory: "The file takes more than 512 MiB of memory to read. Split it.",
  output: "The file has too much configuration. Split it.",
};

/** Reads the body of an import, and its file or its page. Throws 422 for a field that is wrong. */
export async function readImport(
  body: Buffer,
  projectId: number,
): Promise<{ options: ImportOptions; imported: Imported }> {
  const read = await inProcess({ field: "body" }, body);
  const options = present(read.options, "the options of an import");
  return {
    options,
    imported: read.imported ?? (await readPage(options.source, String(options.url), projectId)),
  };
}

/** Reads the bytes of an export. Throws 422 on `file`. */
export async function readExport(source: ImportSource, bytes: Buffer): Promise<Imported> {
  const { imported } = await inProcess({ field: "file", source }, bytes);
  return present(imported, "an export that was read");
}

/** Reads the summary of a public status page. Throws 422 on `url`. Its hosts count as targets of the project. */
export async function readPage(source: ImportSource, url: string, projectId: number): Promise<Imported> {
  const page = Buffer.from(await fetchPage(source, url, projectId));
  const { imported } = await inProcess({ field: "url", source }, page);
  return present(imported, "a page that was read");
}

type Read = Extract<ReadReply, { imported: unknown }>;

/** Distributes over the forms of a reading. */
type Given = Reading extends infer One ? (One extends unknown ? Omit<One, "folder"> : never) : never;

async function inProcess(given: Given, bytes: Buffer): Promise<Read> {
  const folder = await mkdtemp(path.join(tmpdir(), "vedette-import-"));
  try {
    const reply = await runKillable<ReadReply>(READER, { ...given, folder }, bytes);
    if ("status" in reply) throw new ApiError(reply.status, reply.message, reply.errors);
    return reply;
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    if (error.limit !== "waiting") throw invalidField("file", REFUSALS[error.limit]);
    throw new ApiError(503, "Too many imports are in progress. Please try again.", null, {
      "Retry-After": "10",
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fetches the summary of a page, under the same address policy as checks and webhooks. */
async function fetchPage(source: ImportSource, given: string, projectId: number): Promise<string> {
  if (!("byUrl" in IMPORT_SOURCES[source]))
    throw invalidField("url", "url can be used with the statuspage source only.");
  const [first = new URL(given), ...others] = summariesOf(given);
  let answer = await fetchUrl(first, projectId, LIMITS);
  for (const other of others) if (answer.status === 404) answer = await fetchUrl(other, projectId, LIMITS);
  if (answer.status === 200) return answer.body;
  throw invalidField("url", `${answer.url} returned ${answer.status} instead of a status page's summary.`);
}

/** Returns where the summary of a page may be: below its address, which can have a path, or at the top of its host. */
function summariesOf(given: string): URL[] {
  const page = new URL(given);
  if (/\.json$/.test(page.pathname)) return [page];
  const below = new URL("/", page);
  below.pathname = `${trimEndOf(page.pathname, /\//)}${SUMMARY}`;
  return page.pathname === "/" ? [below] : [below, new URL(SUMMARY, page)];
}
