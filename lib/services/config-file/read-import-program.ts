import { ImportConfiguration } from "@/lib/contract/config-file/imports";
import type { ImportSource } from "@/lib/contract/config-file/sources";
import { ApiError, type FieldErrors, invalidField } from "@/lib/contract/core/errors";
import { parseWhole } from "@/lib/contract/core/issues";
import { parseJsonObject } from "@/lib/contract/core/json-text";
import { UnreadableFile } from "@/lib/domain/config-file/documents";
import type { Imported } from "@/lib/domain/config-file/importers/importer";
import { IMPORTERS } from "@/lib/domain/config-file/importers/registry";
import { serveKillable } from "@/lib/shared/killable/killable-program";
import { isSqlite, sqliteTables } from "./sqlite";

/** Kind of the bytes: the body of a request, or an export. `folder` is for temporary files, and is deleted at the end. */
export type Reading = { readonly folder: string } & (
  | { readonly field: "body" }
  | { readonly field: "file" | "url"; readonly source: ImportSource }
);

/** The request without its file. */
export type ImportOptions = Omit<ImportConfiguration, "file">;

export type ReadReply =
  | { readonly options: ImportOptions | null; readonly imported: Imported | null }
  | { readonly status: number; readonly message: string; readonly errors: FieldErrors | null };

const DATA_URL = /^data:[\w.+/-]{0,100};base64,/;
const UNKNOWN_MAX_CHARS = 10_000;
const KNOWN = new Set(Object.keys(ImportConfiguration.shape));

void serveKillable((reading: Reading, bytes): ReadReply => {
  try {
    return read(reading, bytes);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, message: error.message, errors: error.errors };
  }
});

function read(reading: Reading, sent: Buffer): ReadReply {
  if (reading.field !== "body") {
    const { field, source, folder } = reading;
    return { options: null, imported: parsed(field, source, sent, folder) };
  }
  const given = parseJsonObject(sent);
  requireKnown(given);
  const { file, ...options } = parseWhole(ImportConfiguration, given);
  if (options.url !== null) return { options, imported: null };
  if (file === null) throw invalidField("file", "file is required.");
  const head = DATA_URL.exec(file)?.[0];
  const bytes = head === undefined ? Buffer.from(file) : Buffer.from(file.slice(head.length), "base64");
  return { options, imported: parsed("file", options.source, bytes, reading.folder) };
}

/** Throws 422 for a large field that would be ignored: a misspelled `file`, or an attempt to take memory. */
function requireKnown(given: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(given))
    if (!KNOWN.has(name) && JSON.stringify(value).length > UNKNOWN_MAX_CHARS)
      throw invalidField(
        name.slice(0, 100),
        `${name.slice(0, 100)} isn't a field of an import, and has more than ${UNKNOWN_MAX_CHARS} characters.`,
      );
}

/** Parses the bytes of an export. Throws 422 on `field`. */
function parsed(field: string, source: ImportSource, bytes: Uint8Array, folder: string): Imported {
  const { tables, parse } = IMPORTERS[source];
  try {
    if (!isSqlite(bytes)) return plain(parse(Buffer.from(bytes).toString("utf8")));
    if (!tables)
      throw new UnreadableFile("The file is an SQLite database, which this source can't be imported from.");
    return plain(parse(sqliteTables(bytes, tables, folder)));
  } catch (error) {
    if (error instanceof UnreadableFile) throw invalidField(field, error.message);
    throw error;
  }
}

/** Drops the methods of a draft, which can't be sent. */
function plain(imported: Imported): Imported {
  if ("file" in imported) return imported;
  const { count, items, skipped } = imported.draft;
  return { draft: { count, items, skipped } };
}
