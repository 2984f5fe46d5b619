import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { momentOf, wallOf } from "@/lib/domain/core/zone";
import { now } from "@/lib/shared/clock";
import { loadIncident, loadModel, loadMonths, type ReadPage } from "@/lib/status-page/render/load-model";
import { loadResponses } from "@/lib/status-page/render/load-responses";
import { monitorsOf } from "@/lib/status-page/render/model";
import { type PageFile, selectFile } from "@/lib/store/status-pages/files";
import { selectPageById } from "@/lib/store/status-pages/pages";
import type { LanguagePath } from "./languages";
import { type PageEntry, remember } from "./page-entry";
import {
  addMonths,
  componentRepresentation,
  EAGER_PATHS,
  historyMonths,
  historyRepresentation,
  incidentRepresentation,
  modelRepresentation,
  SVG,
} from "./representations";
import { compressed, createSnapshot, type Representation, type Snapshot } from "./snapshot";

type FileKind = PageFile["kind"];

const DAY_MS = 86_400_000;
const INCIDENT = /^incidents\/([A-Za-z0-9]{1,20}-\d{1,15})$/;
const COMPONENT = /^components\/([1-9]\d{0,15})$/;
const FROM_MODEL =
  /^(api\/v2\/[a-z/-]{1,60}\.json|subscribe|languages|maintenance\/[1-9]\d{0,15}|badge\.svg|sitemap\.xml|(embed|shield)-badges\/[a-z.-]{1,40})$/;
/** As long as the versions in the page's own links. */
const VERSION = /^[0-9a-f]{12}$/;
const FILE = /^files\/(logo_light|logo_dark|favicon_light|favicon_dark)$/;

/**
 * Returns a representation that is made on request and kept until the page changes; null when there's none. `version` is the
 * one that an image's URL names.
 */
export async function onDemand(
  entry: PageEntry,
  { path, language, isNamed }: LanguagePath,
  version: string | null = null,
): Promise<Snapshot | null> {
  const file = FILE.exec(path)?.[1];
  if (file) return await fileOf(entry, path, file as FileKind, version ?? "");
  const key = isNamed ? `${language}/${path}` : path;
  const known = entry.derived.get(key);
  if (known) return known;
  const made = await make(entry, path, isNamed ? language : null);
  return made ? remember(entry, key, createSnapshot(made)) : null;
}

async function make(
  entry: PageEntry,
  path: string,
  language: PageLanguage | null,
): Promise<Representation | null> {
  const slug = INCIDENT.exec(path)?.[1];
  const component = COMPONENT.exec(path)?.[1];
  const at = now();
  // No time zone is more than a day ahead. Which months exist in the page's zone is decided below.
  const mayBeMonths = historyMonths(path, new Date(at.getTime() + DAY_MS)) !== null;
  const isEager = language !== null && EAGER_PATHS.includes(path);
  if (!slug && !component && !mayBeMonths && !isEager && !FROM_MODEL.test(path)) return null;
  const stored = await selectPageById(entry.row.id);
  if (!stored) return null;
  const page = language ? { ...stored, readIn: language } : stored;
  if (slug) {
    const found = await loadIncident(page, at, slug);
    return found && incidentRepresentation(found.model, slug);
  }
  if (component) return await componentPage(page, at, Number(component));
  if (isEager || !mayBeMonths) return modelRepresentation(await loadModel(page, at), path);
  return history(page, at, path);
}

async function componentPage(page: ReadPage, at: Date, id: number): Promise<Representation | null> {
  const model = await loadModel(page, at);
  if (!monitorsOf(model.components).some((monitor) => monitor.id === id)) return null;
  return componentRepresentation(model, id, await loadResponses(page, id, at));
}

/** Returns three months in the page's time zone; null for a month that hasn't started there. */
async function history(page: ReadPage, at: Date, path: string): Promise<Representation | null> {
  const zone = page.time_zone;
  const months = historyMonths(path, new Date(wallOf(at.getTime(), zone)));
  if (!months) return null;
  const newest = months[0];
  const oldest = months.at(-1);
  if (!newest || !oldest) return null;
  const from = new Date(momentOf(oldest.getTime(), zone));
  const to = new Date(momentOf(addMonths(newest, 1).getTime(), zone));
  return historyRepresentation(await loadMonths(page, at, from, to), path, months);
}

/**
 * Returns the owner's image. Right after an upload, pages and memory still hold the previous one, so a URL that names another
 * version reads the database, and no cache may keep an image under the URL of another version.
 */
async function fileOf(
  entry: PageEntry,
  path: string,
  kind: FileKind,
  version: string,
): Promise<Snapshot | null> {
  const isNamed = (image: Snapshot) => image.etag.startsWith(`"${version}`);
  const known = entry.derived.get(path);
  if (known && isNamed(known)) return known;
  const file =
    (VERSION.test(version) ? await selectFile(entry.row.id, kind, version) : null) ??
    (known ? null : await selectFile(entry.row.id, kind));
  const image = file ? remember(entry, path, sealedFile(file)) : known;
  if (!image) return null;
  return isNamed(image) ? image : { ...image, headers: { ...image.headers, "Cache-Control": "no-store" } };
}

/** Sandboxes the image, so that an SVG opened as a document can't run anything. */
function sealedFile({ content: identity, content_type: contentType, etag }: PageFile): Snapshot {
  const headers = {
    "Cache-Control": "public, max-age=86400",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "X-Content-Type-Options": "nosniff",
  };
  const bodies = contentType === SVG ? compressed(identity) : { identity, gzip: null, brotli: null };
  return { contentType, etag: `"${etag}"`, headers, ...bodies };
}
