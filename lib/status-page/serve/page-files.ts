import { isTemporaryInDatabase } from "@/lib/store/core/database-errors";
import { type PageFile, selectFile } from "@/lib/store/status-pages/files";
import { SVG } from "./badge-representation";
import { briefRead } from "./brief-read";
import { type PageEntry, recall, remember } from "./page-entry";
import { LazySnapshot, type Snapshot } from "./snapshot";

type FileKind = PageFile["kind"];

/** As long as the versions in the page's own links. */
const VERSION = /^[0-9a-f]{12}$/;
const FILE = /^files\/(logo_light|logo_dark|favicon_light|favicon_dark)$/;

/** Returns whether a path is that of an owner's image. */
export function isFile(path: string): boolean {
  return FILE.test(path);
}

/**
 * Returns the owner's image. Right after an upload, pages and memory still hold the previous one, so a URL that names another
 * version reads the database, and no cache may keep an image under the URL of another version.
 */
export async function pageFile(entry: PageEntry, path: string, version: string): Promise<Snapshot | null> {
  const kind = FILE.exec(path)?.[1] as FileKind;
  const isNamed = (image: Snapshot) => image.etag.startsWith(`"${version}`);
  const kept = [entry.files.get(path), recall(entry, path)].filter((image) => image !== undefined);
  const wanted = kept.find(isNamed);
  if (wanted) return wanted;
  const [known] = kept;
  const named = VERSION.test(version) ? await read(entry, kind, version, known) : null;
  const image = named ?? known ?? (await read(entry, kind));
  if (!image) return null;
  if (image !== known) remember(entry, path, image);
  if (isNamed(image)) return image;
  const { contentType, etag, headers, identity } = image;
  return {
    ...{ contentType, etag, identity, gzip: null, brotli: null },
    headers: { ...headers, "Cache-Control": "no-store" },
  };
}

/** Reads an image. While the database is unavailable, a known one of another version is better than none. */
async function read(
  entry: PageEntry,
  kind: FileKind,
  version?: string,
  known?: Snapshot,
): Promise<Snapshot | null> {
  try {
    const file = await briefRead(() => selectFile(entry.row.id, kind, version));
    return file && fileSnapshot(file);
  } catch (error) {
    if (!known || !isTemporaryInDatabase(error)) throw error;
    return null;
  }
}

/**
 * Fills in a page's images, so that they're available while the database isn't: unchanged ones from the page's last state, the
 * others from the database. Leaves out what would exceed `bytes`.
 */
export async function fillFiles(
  entry: PageEntry,
  before: PageEntry | undefined,
  bytes: number,
): Promise<void> {
  let left = bytes;
  for (const [kind, etag] of Object.entries(entry.row.images)) {
    const path = `files/${kind}`;
    const known = before?.files.get(path);
    const isSame = known?.etag === `"${etag}"`;
    if (left <= 0 && !isSame) continue;
    const file = isSame ? null : await selectFile(entry.row.id, kind as FileKind);
    const image = isSame ? known : file && fileSnapshot(file);
    if (!image) continue;
    entry.files.set(path, image);
    left -= image.identity.length;
  }
}

/** Sandboxes the image, so that an SVG opened as a document can't run anything. */
function fileSnapshot({ content: identity, content_type: contentType, etag }: PageFile): Snapshot {
  const headers = {
    "Cache-Control": "public, max-age=86400",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "X-Content-Type-Options": "nosniff",
  };
  const tag = `"${etag}"`;
  return contentType === SVG
    ? new LazySnapshot(contentType, tag, headers, identity)
    : { contentType, etag: tag, headers, identity, gzip: null, brotli: null };
}
