import { createHash } from "node:crypto";
import type { PageSettings } from "@/lib/status-page/model/model";

/**
 * Returns an ID that an item of a page's feeds and calendar keeps forever, whatever happens to the page's domain, name, and
 * scheme (RFC 4287 §4.2.6): a UUID made of a hash (version 8, RFC 9562 §5.8). Restored and moved pages keep it too.
 */
export function permanentUuid(
  { id, createdAt }: Pick<PageSettings, "id" | "createdAt">,
  item: string,
): string {
  const bytes = createHash("sha256").update(`vedette page ${id} ${createdAt.toISOString()} ${item}`).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
