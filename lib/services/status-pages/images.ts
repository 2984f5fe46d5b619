import { type FieldErrors, invalid } from "@/lib/contract/core/errors";
import { type ImageType, imageType } from "@/lib/domain/core/image-type";
import { cleanSvg } from "@/lib/domain/core/svg";
import { SvgRefused } from "@/lib/domain/core/svg-limits";
import { sha256 } from "@/lib/shared/secret";
import type { Tx } from "@/lib/store/core/tx";
import { deleteFile, replaceFile } from "@/lib/store/status-pages/files";

const MAX_BYTES = 1024 * 1024;
const DATA_URL = /^data:[\w.+-]*(?:\/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,([A-Za-z0-9+/=\s]*)$/;
const LOGO: readonly ImageType[] = ["image/jpeg", "image/png", "image/svg+xml"];
const FAVICON: readonly ImageType[] = ["image/png", "image/svg+xml"];

export const IMAGE_KINDS = ["logo_light", "logo_dark", "favicon_light", "favicon_dark"] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];
export type ImageInputs = Partial<Record<ImageKind, string | false | null>>;

/** Change to one image: remove it, or store these bytes. */
export type ImageChange = { kind: ImageKind; content: Buffer | null; contentType: string };

/** Reads the images of a request. Throws 422 for each one that is too large or of another type; the content decides the type. */
export function readImages(inputs: ImageInputs): ImageChange[] {
  const errors: FieldErrors = {};
  const changes = IMAGE_KINDS.flatMap((kind): ImageChange[] => {
    const given = inputs[kind];
    if (given === undefined || given === null) return [];
    if (given === false || given === "false") return [{ kind, content: null, contentType: "" }];
    const encoded = DATA_URL.exec(given)?.[1];
    const change =
      encoded === undefined
        ? "The image must be a data URL"
        : readImage(kind, Buffer.from(encoded, "base64"));
    if (typeof change !== "string") return [change];
    errors[kind] = [`${change}. Upload ${allowedText(kind)} of at most 1 MiB.`];
    return [];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return changes;
}

function readImage(kind: ImageKind, content: Buffer): ImageChange | string {
  if (content.length > MAX_BYTES) return `The image has ${content.length} bytes`;
  const type = imageType(content);
  const allowed = kind.startsWith("logo") ? LOGO : FAVICON;
  if (!type || !allowed.includes(type)) return "The image type is not allowed";
  if (type !== "image/svg+xml") return { kind, content, contentType: type };
  try {
    const clean = Buffer.from(cleanSvg(content.toString("utf8")));
    // Escaping can make it longer.
    if (clean.length > MAX_BYTES) return `The SVG has ${clean.length} bytes once it is cleaned`;
    return { kind, content: clean, contentType: type };
  } catch (error) {
    if (!(error instanceof SvgRefused)) throw error;
    return error.message;
  }
}

function allowedText(kind: ImageKind): string {
  return kind.startsWith("logo") ? "a JPEG, PNG, or SVG" : "a PNG or SVG";
}

export async function applyImages(trx: Tx, pageId: number, changes: readonly ImageChange[]): Promise<void> {
  for (const { kind, content, contentType } of changes) {
    if (!content) await deleteFile(trx, pageId, kind);
    else {
      const etag = sha256(content).toString("hex").slice(0, 32);
      await replaceFile(trx, { status_page_id: pageId, kind, content, content_type: contentType, etag });
    }
  }
}
