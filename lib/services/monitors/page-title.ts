import { ApiError } from "@/lib/contract/core/errors";
import type { PageTitle, ReadPageTitle } from "@/lib/contract/monitors/page-title";
import { oneLine } from "@/lib/notify/message/wording";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { fetchUrl } from "./fetch-url";

const LIMITS = { timeoutMs: 5000, bodyMaxBytes: 64 * 1024, statusSuffices: true };
const CHARACTERS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Returns the title of a web page; null if it has none or can't be read. */
export async function readPageTitle(caller: Caller, { url }: ReadPageTitle): Promise<PageTitle> {
  requirePermission(caller, "uptime:write");
  try {
    const { status, body } = await fetchUrl(new URL(url), projectOf(caller), LIMITS);
    return { title: status < 300 ? titleIn(body) : null };
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return { title: null };
    throw error;
  }
}

/** Returns the text of the first title element, on one line. */
function titleIn(html: string): string | null {
  const tags = html.toLowerCase();
  const start = tags.indexOf("<title");
  const open = start < 0 ? -1 : tags.indexOf(">", start);
  const end = open < 0 ? -1 : tags.indexOf("</title", open);
  if (end < 0) return null;
  const text = html
    .slice(open + 1, end)
    .replace(/&#(\d{1,7});/g, (whole, code) => (Number(code) > 0x10ffff ? whole : String.fromCodePoint(code)))
    .replace(/&(\w{2,4});/g, (whole, name) => CHARACTERS[name] ?? whole);
  return oneLine(text) || null;
}
