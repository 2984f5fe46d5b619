import * as z from "zod";
import { ACCESS_LEVELS } from "@/lib/contract/accounts/keys";

const Level = z.enum(ACCESS_LEVELS);
const FORM = "allowed is platform=read|write,uptime=read|write, one of them or both";

/** `platform=write,uptime=read` → levels; what is not named stays "none". Throws with what is allowed. */
export function parseAccess(text: string): {
  platform: z.infer<typeof Level>;
  uptime: z.infer<typeof Level>;
} {
  const levels = { platform: "none", uptime: "none" } as ReturnType<typeof parseAccess>;
  for (const part of text.split(",")) {
    const [room, level] = part.split("=").map((word) => word.trim());
    const parsed = Level.safeParse(level);
    if ((room !== "platform" && room !== "uptime") || !parsed.success || part.split("=").length !== 2)
      throw new Error(`--access: ${FORM}; given was ${text}`);
    levels[room] = parsed.data;
  }
  return levels;
}
