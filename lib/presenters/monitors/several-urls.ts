import { bodyOf, defaultName, MOST_NAME, type MonitorDraft } from "./form";
import type { ProtocolForm } from "./protocol-forms";

/** More than this takes an import. */
export const URLS_MAX = 100;

/** Returns the different URLs in a pasted text, one per line or separated by spaces. */
export function urlsIn(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter((word) => word !== ""))];
}

/** Returns the draft for one of several URLs, with everything else that the form says. */
export function draftFor(url: string, draft: MonitorDraft): MonitorDraft {
  return { ...draft, name: "", request: { ...draft.request, url } };
}

/** Returns the body that creates the monitor of a URL, named after its page's title unless that is among these, or else its host. */
export function bodyFor(
  url: string,
  draft: MonitorDraft,
  protocol: ProtocolForm,
  { names, title }: { names: readonly string[]; title: string | null },
) {
  const isFree = title && !names.some((name) => name.toLowerCase() === title.toLowerCase());
  return bodyOf({ ...draftFor(url, draft), name: isFree ? title : "" }, protocol, names);
}

/** Returns as much of a page's title as a name can have; null if that is too short. */
export function nameOfTitle(title: string | null): string | null {
  const name =
    title
      ?.slice(0, MOST_NAME)
      .replace(/[\ud800-\udbff]$/, "")
      .trim() ?? "";
  return name.length > 1 ? name : null;
}

/** Returns the name that a URL's monitor gets unless it's taken. */
export function nameFor(url: string, draft: MonitorDraft, protocol: ProtocolForm): string {
  return defaultName(draftFor(url, draft), protocol);
}

/** Returns the address that the monitor of a URL requests. */
export function addressFor(url: string, draft: MonitorDraft, protocol: ProtocolForm): string {
  return String(bodyOf(draftFor(url, draft), protocol).request.url);
}
