import { bodyOf, defaultName, type MonitorDraft } from "./form";
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

/** Returns the body that creates the monitor of a URL, with a name that isn't among these. */
export function bodyFor(url: string, draft: MonitorDraft, protocol: ProtocolForm, names: readonly string[]) {
  return bodyOf(draftFor(url, draft), protocol, names);
}

/** Returns the name that a URL's monitor gets unless it's taken. */
export function nameFor(url: string, draft: MonitorDraft, protocol: ProtocolForm): string {
  return defaultName(draftFor(url, draft), protocol);
}
