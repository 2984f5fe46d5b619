import { type CreateNodeOptions, type DocumentOptions, stringify, type ToStringOptions } from "yaml";
import { ITEM_KINDS, type ItemKind } from "@/lib/contract/config-file/config-file";
import { conflict } from "@/lib/contract/core/errors";
import { selectEncryptedRequests } from "@/lib/store/config-file/names";
import { selectProjectSlug } from "@/lib/store/projects/slug";
import { type Caller, projectOf, requirePermission } from "../core/caller";
import { readableRequest } from "../monitors/request";
import { inBatches } from "./batches";
import { PAGE_SECRETS } from "./page-secrets";
import { settingsWithoutSecrets, uniqueReferences, withoutSecrets } from "./references";
import { openStored, type StoredItem, type StoredItems } from "./stored";

const BATCH = 200;
const NAMED_MAX = 10;
const CHUNK_CHARACTERS = 32_000;
const OPTIONS: DocumentOptions & CreateNodeOptions & ToStringOptions = {
  lineWidth: 120,
  aliasDuplicateObjects: false,
};

/** Returns the configuration of the caller's project, with its slug. */
export async function exportOwnProject(
  caller: Caller,
): Promise<{ project: string; text: AsyncGenerator<string> }> {
  requirePermission(caller, "uptime:read");
  const project = await selectProjectSlug(projectOf(caller));
  return { project, text: await exportConfig(caller, project) };
}

/**
 * Returns a project's configuration as the YAML that `apply` reads, in parts, with every secret a `${REFERENCE}` of its own.
 * Applying it again changes nothing.
 */
export async function exportConfig(caller: Caller, project: string): Promise<AsyncGenerator<string>> {
  const items = await openStored(caller);
  await requireReadable(projectOf(caller));
  return inChunks(yamlOf(project, items));
}

/** Throws if a monitor's secrets can't be decrypted: a file without its headers would apply elsewhere, and check something else. */
async function requireReadable(projectId: number): Promise<void> {
  const names: string[] = [];
  for await (const row of inBatches(BATCH, (...after) => selectEncryptedRequests(projectId, ...after))) {
    if (readableRequest(row).isUnreadable) names.push(row.name);
    if (names.length > NAMED_MAX) break;
  }
  if (names.length === 0) return;
  const listed = [...names.slice(0, NAMED_MAX), ...(names.length > NAMED_MAX ? ["other monitors"] : [])];
  throw conflict(
    `The secrets of ${listed.join(", ")} can't be decrypted with this APP_SECRET, so the configuration can't be exported. Enter the requests of these monitors again.`,
  );
}

/** Yields the file item by item, because writing a large one at once would stop everything else in this process. */
async function* yamlOf(project: string, items: StoredItems): AsyncGenerator<string> {
  const referTo = uniqueReferences();
  const left = [...ITEM_KINDS];
  let open: ItemKind | undefined;
  yield stringify({ version: 1, project }, OPTIONS);
  for await (const [kind, item] of items) {
    const text = stringify({ [kind]: { [item.key]: fileFields(kind, item, referTo) } }, OPTIONS);
    if (kind !== open) yield* emptySections(left.splice(0, left.indexOf(kind) + 1).slice(0, -1));
    yield kind === open ? text.slice(text.indexOf("\n") + 1) : text;
    open = kind;
  }
  yield* emptySections(left);
}

function emptySections(kinds: readonly ItemKind[]): string[] {
  return kinds.map((kind) => stringify({ [kind]: {} }, OPTIONS));
}

function fileFields(
  kind: ItemKind,
  { key, fields }: StoredItem,
  referTo: ReturnType<typeof uniqueReferences>,
): Record<string, unknown> {
  if (kind === "integrations") return { ...fields, settings: settingsWithoutSecrets(key, fields, referTo) };
  if (kind === "monitors")
    return { ...fields, request: withoutSecrets(key, fields.request as Record<string, unknown>, referTo) };
  if (kind !== "status_pages") return fields;
  const secrets = PAGE_SECRETS.filter((name) => name in fields).map((name) => [name, referTo(key, name)]);
  return { ...fields, ...Object.fromEntries(secrets) };
}

async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = "";
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}
