import { xmlTokens } from "./xml-tokens";

export type ImageType = "image/png" | "image/jpeg" | "image/svg+xml";

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Detects the image type from its first bytes, regardless of the declared type. Returns null for unsupported types. */
export function imageType(content: Buffer): ImageType | null {
  if (content.subarray(0, PNG.length).equals(PNG)) return "image/png";
  if (content.subarray(0, JPEG.length).equals(JPEG)) return "image/jpeg";
  return firstElement(content.toString("utf8")) === "svg" ? "image/svg+xml" : null;
}

function firstElement(source: string): string | undefined {
  for (const token of xmlTokens(source)) {
    if (typeof token !== "string") return token?.name;
    // `trim` also removes a byte order mark.
    if (token.trim() !== "") return undefined;
  }
  return undefined;
}
