import * as z from "zod";
import { ACCESS_LEVELS } from "@/lib/contract/accounts/keys";

const Level = z.enum(ACCESS_LEVELS);
const FORM = "platform=read|write, uptime=read|write, or both (separated by a comma)";

/** Parses `platform=write,uptime=read`; an area that isn't named gets "none". */
export function parseAccess(text: string): {
  platform: z.infer<typeof Level>;
  uptime: z.infer<typeof Level>;
} {
  const levels = { platform: "none", uptime: "none" } as ReturnType<typeof parseAccess>;
  for (const part of text.split(",")) {
    const [area, level] = part.split("=").map((word) => word.trim());
    const parsed = Level.safeParse(level);
    if ((area !== "platform" && area !== "uptime") || !parsed.success || part.split("=").length !== 2)
      throw new Error(`--access must be ${FORM}; got ${text}`);
    levels[area] = parsed.data;
  }
  return levels;
}
