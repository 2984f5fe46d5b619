import { type KillableProgram, runKillable } from "@/lib/shared/killable/killable";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import type { PageModel } from "@/lib/status-page/model/model";
import { type ShareImage, shareImage } from "@/lib/status-page/render/share-image";
import type { Drawing } from "./draw-image-program";
import type { PageEntry } from "./page-entry";
import { pageFile } from "./page-files";
import { fixedSnapshot, type Snapshot } from "./snapshot";

const MAX_IMAGES = 200;
/** A small file can unpack to gigabytes of pixels. */
const MAX_LOGO_PIXELS = 4_000_000;
const PNG_HEADER_BYTES = 24;

/** The drawing library takes time and memory that the size of a logo doesn't limit. */
const DRAWER: KillableProgram = {
  name: "draw-image",
  source: "lib/status-page/serve/draw-image-program.ts",
  limits: { cpuMs: 5000, memoryMb: 400, outputMaxBytes: 4_000_000, together: 1, waitingMax: MAX_IMAGES },
};

interface Images {
  readonly drawn: Map<string, Promise<Snapshot>>;
  /** Logos that can't be drawn, so that they aren't tried again for each state. */
  readonly undrawable: Set<string>;
}

/** Returns the image of a page for social networks. It's drawn once per state, and one at a time. */
export async function pageImage(entry: PageEntry, model: PageModel): Promise<Snapshot> {
  const images = once("pages.images", (): Images => ({ drawn: new Map(), undrawable: new Set() }));
  const content = shareImage(model);
  const found = await logoOf(entry, model);
  const logo = found && images.undrawable.has(found.etag) ? null : found;
  const key = JSON.stringify([content, logo?.etag]);
  const known = images.drawn.get(key);
  if (known) return known;
  const made = draw(content, logo, images);
  made.catch(() => images.drawn.delete(key));
  for (const oldest of images.drawn.keys()) if (images.drawn.size >= MAX_IMAGES) images.drawn.delete(oldest);
  images.drawn.set(key, made);
  return made;
}

/** Draws the image. A logo that browsers show isn't always one that the renderer can draw, such as an SVG without a size. */
async function draw(
  content: ShareImage,
  logo: Snapshot | null,
  { undrawable }: Pick<Images, "undrawable">,
): Promise<Snapshot> {
  if (!logo) return await png(content, null);
  const url = `data:${logo.contentType};base64,${logo.identity.toString("base64")}`;
  return await png(content, url).catch(() => {
    if (undrawable.size >= MAX_IMAGES) undrawable.clear();
    undrawable.add(logo.etag);
    // The error would contain the whole logo.
    log.info("could not draw the logo of a status page into its image", {
      page: content.host,
      type: logo.contentType,
      bytes: logo.identity.length,
    });
    return png(content, null);
  });
}

async function png(content: ShareImage, logo: string | null): Promise<Snapshot> {
  const drawing: Drawing = { content, logo };
  return fixedSnapshot("image/png", Buffer.from(await runKillable<Uint8Array>(DRAWER, drawing)));
}

async function logoOf(entry: PageEntry, { settings }: PageModel): Promise<Snapshot | null> {
  const kinds = settings.colorScheme === "dark" ? ["logo_dark", "logo_light"] : ["logo_light", "logo_dark"];
  const kind = kinds.find((each) => each in settings.files);
  const logo = kind ? await pageFile(entry, `files/${kind}`, "").catch(() => null) : null;
  return logo && isSafe(logo) ? logo : null;
}

/** Returns whether a logo is cheap to draw: a PNG of moderate size, or an SVG without other images. */
function isSafe({ contentType, identity }: Snapshot): boolean {
  if (contentType === "image/svg+xml") return !identity.includes("data:");
  if (contentType !== "image/png" || identity.length < PNG_HEADER_BYTES) return false;
  return identity.readUInt32BE(16) * identity.readUInt32BE(20) <= MAX_LOGO_PIXELS;
}
