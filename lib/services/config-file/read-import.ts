import type { ImportConfiguration } from "@/lib/contract/config-file/imports";
import { IMPORT_SOURCES, type ImportSource } from "@/lib/contract/config-file/sources";
import { invalidField } from "@/lib/contract/core/errors";
import { UnreadableFile } from "@/lib/domain/config-file/documents";
import type { Imported } from "@/lib/domain/config-file/importers/importer";
import { IMPORTERS } from "@/lib/domain/config-file/importers/registry";
import { ExchangeError, exchange } from "@/lib/notify/transport/http";
import { USER_AGENT } from "@/lib/notify/user-agent";
import { policyFrom } from "@/lib/probes/net/policy";
import { privateTargets } from "@/lib/probes/net/private-targets";
import { isSqlite, sqliteTables } from "./sqlite";

const DATA_URL = /^data:[\w.+/-]{0,100};base64,/;
const PAGE_MAX_BYTES = 4 * 1024 * 1024;
const REDIRECTS_MAX = 3;
const TIMEOUT_MS = 15_000;

/** Reads the file or the page of an import. Throws 422 on `file` or `url`. */
export async function readImport({ source, file, url }: ImportConfiguration): Promise<Imported> {
  if (url !== null) return parsed("url", source, await fetchPage(source, url));
  if (file === null) throw invalidField("file", "file is required.");
  const head = DATA_URL.exec(file)?.[0];
  const bytes = head === undefined ? Buffer.from(file) : Buffer.from(file.slice(head.length), "base64");
  return readExport(source, bytes);
}

/** Parses the bytes of an export. Throws 422 on `file`. */
export async function readExport(source: ImportSource, bytes: Buffer): Promise<Imported> {
  const { tables } = IMPORTERS[source];
  if (!isSqlite(bytes)) return parsed("file", source, bytes.toString("utf8"));
  if (!tables) throw invalidField("file", "The file is an SQLite database, which this source doesn't have.");
  return parsed("file", source, await readable("file", () => sqliteTables(bytes, tables)));
}

function parsed(field: string, source: ImportSource, text: string): Promise<Imported> {
  return readable(field, async () => IMPORTERS[source].parse(text));
}

async function readable<Value>(field: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnreadableFile) throw invalidField(field, error.message);
    throw error;
  }
}

/** Fetches the summary of a page, under the same address policy as checks and webhooks. */
async function fetchPage(source: ImportSource, given: string): Promise<string> {
  if (!("byUrl" in IMPORT_SOURCES[source]))
    throw invalidField("url", "url can be used with the statuspage source only.");
  let url = new URL(/\.json$/.test(new URL(given).pathname) ? given : "/api/v2/summary.json", given);
  const policy = policyFrom(privateTargets());
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const step = { method: "GET" as const, url: url.href, headers: { "User-Agent": USER_AGENT }, body: "" };
    const answer = await exchange(step, {
      policy,
      timeoutMs: TIMEOUT_MS,
      bodyMaxBytes: PAGE_MAX_BYTES,
    }).catch((error: unknown) => {
      if (!(error instanceof ExchangeError)) throw error;
      throw invalidField("url", `The page can't be read: ${error.message}.`);
    });
    if (answer.status === 200) return answer.body;
    const next = answer.headers.location ? URL.parse(answer.headers.location, url.href) : null;
    if (answer.status < 300 || answer.status > 399 || !next || !/^https?:$/.test(next.protocol))
      throw invalidField("url", `${url.href} returned ${answer.status} instead of a status page's summary.`);
    url = next;
  }
  throw invalidField("url", `The page redirects more than ${REDIRECTS_MAX} times.`);
}
