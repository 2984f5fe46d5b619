import { now } from "@/lib/shared/clock";
import { selectFile } from "@/lib/store/page-files";
import { selectPageById } from "@/lib/store/status-pages";
import { type PageEntry, remember } from "./entry";
import { loadIncident, loadModel, loadMonths } from "./load-model";
import {
  addMonths,
  componentRepresentation,
  historyMonths,
  historyRepresentation,
  incidentRepresentation,
  modelRepresentation,
} from "./representations";
import { type Representation, type Sealed, seal } from "./seal";

const INCIDENT = /^incidents\/([A-Za-z0-9]{1,20}-\d{1,15})$/;
const COMPONENT = /^components\/([1-9]\d{0,15})$/;
const FROM_MODEL =
  /^(api\/v2\/[a-z/-]{1,60}\.json|maintenance\/[1-9]\d{0,15}|badge\.svg|sitemap\.xml|(embed|shield)-badges\/[a-z.-]{1,40})$/;
const FILE = /^files\/(logo_light|logo_dark|favicon_light|favicon_dark)$/;

/** Representations that are made when they are asked for and then kept until the page changes; null: there is none. */
export async function onDemand(entry: PageEntry, path: string): Promise<Sealed | null> {
  const known = entry.derived.get(path);
  if (known) return known;
  const file = FILE.exec(path)?.[1];
  if (file) return await fileOf(entry, path, file);
  const made = await make(entry, path);
  return made ? remember(entry, path, seal(made)) : null;
}

async function make(entry: PageEntry, path: string): Promise<Representation | null> {
  const slug = INCIDENT.exec(path)?.[1];
  const component = COMPONENT.exec(path)?.[1];
  const at = now();
  const months = historyMonths(path, at);
  if (!slug && !component && !months && !FROM_MODEL.test(path)) return null;
  const page = await selectPageById(entry.row.id);
  if (!page) return null;
  if (slug) {
    const found = await loadIncident(page, at, slug);
    return found && incidentRepresentation(found.model, slug);
  }
  if (component) return componentRepresentation(await loadModel(page, at), Number(component));
  if (!months) return modelRepresentation(await loadModel(page, at), path);
  const newest = months[0];
  const oldest = months.at(-1);
  if (!newest || !oldest) return null;
  return historyRepresentation(await loadMonths(page, at, oldest, addMonths(newest, 1)), path, months);
}

type FileKind = "logo_light" | "logo_dark" | "favicon_light" | "favicon_dark";

/** The owner's image, in its own sandbox: an SVG opened as a document can do nothing (T16). */
async function fileOf(entry: PageEntry, path: string, kind: string): Promise<Sealed | null> {
  const file = await selectFile(entry.row.id, kind as FileKind);
  if (!file) return null;
  const headers = {
    "Cache-Control": "public, max-age=86400",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "X-Content-Type-Options": "nosniff",
  };
  const bytes = file.content;
  return remember(entry, path, {
    contentType: file.content_type,
    etag: `"${file.etag}"`,
    headers,
    identity: bytes,
    gzip: bytes,
    brotli: bytes,
  });
}
