import { now } from "@/lib/shared/clock";
import { draftStorage, keepDraft, readDraft } from "./drafts";

/** A record that was opened, as the command palette lists it. */
export interface Recent {
  href: string;
  label: string;
}

const KEPT = 6;
const nameOf = (owner: string) => `${owner}/recent`;

/** Returns the records that the owner (a user in a project) opened last in this browser, latest first. */
export function readRecents(owner: string): Recent[] {
  const empty = { records: [] as Recent[] };
  return readDraft(draftStorage(), nameOf(owner), empty, now())?.records ?? [];
}

/** Puts a record first. The list is kept like a draft: for a week, and until signing out. */
export function keepRecent(owner: string, recent: Recent): void {
  const rest = readRecents(owner).filter(({ href }) => href !== recent.href);
  keepDraft(draftStorage(), nameOf(owner), { records: [recent, ...rest].slice(0, KEPT) }, now());
}
