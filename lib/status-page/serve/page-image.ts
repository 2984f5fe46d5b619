import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import type { PageModel } from "@/lib/status-page/render/model";
import { type ShareImage, shareElement, shareImage } from "@/lib/status-page/render/share-image";
import type { PageEntry } from "./page-entry";
import { pageFile } from "./page-files";
import { fixedSnapshot, type Snapshot } from "./snapshot";

const MAX_IMAGES = 200;
/** A small file can unpack to gigabytes of pixels. */
const MAX_LOGO_PIXELS = 4_000_000;
const PNG_HEADER_BYTES = 24;

interface Images {
  readonly drawn: Map<string, Promise<Snapshot>>;
  last: Promise<unknown>;
}

/** Returns the image of a page for social networks. It's drawn once per state, and one at a time. */
export async function pageImage(entry: PageEntry, model: PageModel): Promise<Snapshot> {
  const images = once("pages.images", (): Images => ({ drawn: new Map(), last: Promise.resolve() }));
  const content = shareImage(model);
  const logo = await logoOf(entry, model);
  const key = JSON.stringify([content, logo?.etag]);
  const known = images.drawn.get(key);
  if (known) return known;
  const made = images.last.then(() => draw(content, logo));
  images.last = made.catch(() => images.drawn.delete(key));
  for (const oldest of images.drawn.keys()) if (images.drawn.size >= MAX_IMAGES) images.drawn.delete(oldest);
  images.drawn.set(key, made);
  return made;
}

/** Draws the image. A logo that browsers show isn't always one that the renderer can draw, such as an SVG without a size. */
async function draw(content: ShareImage, logo: Snapshot | null): Promise<Snapshot> {
  if (!logo) return await png(content, null);
  const url = `data:${logo.contentType};base64,${logo.identity.toString("base64")}`;
  return await png(content, url).catch(() => {
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
  // Only servers that are asked for an image load the renderer.
  const { ImageResponse } = await import("next/og.js");
  const response = new ImageResponse(shareElement(content, logo), { width: 1200, height: 630 });
  return fixedSnapshot("image/png", Buffer.from(await response.arrayBuffer()));
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
