export type ImageType = "image/png" | "image/jpeg" | "image/svg+xml";

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** The type of an image by its first bytes; what it claims to be does not count. Null: none that we serve. */
export function imageType(content: Buffer): ImageType | null {
  if (content.subarray(0, PNG.length).equals(PNG)) return "image/png";
  if (content.subarray(0, JPEG.length).equals(JPEG)) return "image/jpeg";
  const start = content
    .subarray(0, 1024)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  return /^(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/i.test(start) ? "image/svg+xml" : null;
}
