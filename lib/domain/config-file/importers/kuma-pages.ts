import type { Draft } from "../draft";
import { type Entry, groupedBy } from "../entry";
import { componentsNote, cut, fittedGroup, fittedSubdomain, pageTexts } from "../fitting";
import { type Note, note } from "../note";
import { noteRest } from "../rest";
import { KUMA_GROUP_IGNORED, KUMA_PAGE_IGNORED } from "./kuma-ignored";
import { unmappedPageSettings } from "./kuma-settings";

/** Rows of pages, by the ID of their owner. */
interface Parts {
  readonly groups: ReadonlyMap<string, Entry[]>;
  readonly members: ReadonlyMap<string, Entry[]>;
  readonly domains: ReadonlyMap<string, Entry[]>;
  /** Names of monitors by ID. */
  readonly names: ReadonlyMap<string, string>;
}

/** Adds the status pages with their groups. The JSON backup has none. */
export function addKumaPages(draft: Draft, file: Entry): void {
  const parts: Parts = {
    groups: groupedBy(byWeight(file.entries("group")), "status_page_id"),
    members: groupedBy(byWeight(file.entries("monitor_group")), "group_id"),
    domains: groupedBy(file.entries("status_page_cname"), "status_page_id"),
    names: new Map(file.entries("monitor").map((monitor) => [monitor.text("id"), monitor.text("name")])),
  };
  draft.each(file.entries("status_page"), (page) => addPage(draft, page, parts));
}

function addPage(draft: Draft, page: Entry, parts: Parts): void {
  const name = page.text("title") || page.text("slug");
  if (page.text("password") || page.flag("published") === false) {
    draft.skip(
      name,
      "The page isn't public, and its password can't be read. Create it here and set who may see it.",
    );
    return;
  }
  const id = page.text("id");
  const notes: Note[] = unmappedPageSettings(page);
  const groups = parts.groups.get(id) ?? [];
  const components = componentsOf(groups, parts, draft, notes);
  const refs = components.flatMap((group) => group.components.map(({ monitor }) => monitor));
  for (const domain of parts.domains.get(id) ?? [])
    note(
      notes,
      "domain",
      `${cut(domain.text("domain"), 253)} wasn't imported. Add it when you're ready to move its DNS.`,
    );
  const subdomain = fittedSubdomain(page.text("slug"));
  if (subdomain !== page.text("slug"))
    note(notes, "subdomain", `${cut(page.text("slug"), 100)} becomes ${subdomain}.`);
  const fields = {
    ...pageTexts(name, page.text("description"), notes),
    subdomain,
    website_url: draft.websiteOf(refs, notes),
    search_engine_indexed: page.flag("search_engine_index") ?? false,
    ...colorScheme(page.text("theme")),
    components,
  };
  noteRest(page, { ignored: KUMA_PAGE_IGNORED }, notes);
  for (const part of groups.flatMap((group) => [group, ...(parts.members.get(group.text("id")) ?? [])]))
    noteRest(part, { ignored: KUMA_GROUP_IGNORED }, notes);
  draft.page(id, name, fields, notes);
}

/** Returns the visible groups with the monitors that were imported, each only once on a page. Notes what is left out. */
function componentsOf(groups: readonly Entry[], { members, names }: Parts, draft: Draft, notes: Note[]) {
  const used = new Set<string>();
  const lost: string[] = [];
  const nameOf = (group: Entry) => cut(group.text("name"), 100) || "Services";
  const hidden = groups.filter((group) => group.flag("public") === false);
  if (hidden.length > 0)
    note(
      notes,
      "components",
      `Left out, because visitors can't see them: ${cut(hidden.map(nameOf).join(", "), 500)}.`,
    );
  const shown = groups.filter((group) => !hidden.includes(group));
  const components = shown.flatMap((group) => {
    const links = members.get(group.text("id")) ?? [];
    const all = links.map((link) => link.text("monitor_id"));
    const refs = all.filter((ref) => !used.has(ref));
    for (const ref of refs) used.add(ref);
    const repeated = all.filter((ref) => !refs.includes(ref)).map((ref) => names.get(ref) || ref);
    if (repeated.length > 0)
      note(notes, "components", `Shown only in the first of their groups: ${cut(repeated.join(", "), 500)}.`);
    lost.push(...refs.filter((ref) => !draft.has(ref)).map((ref) => names.get(ref) || ref));
    if (links.some((link) => link.flag("send_url") === true || link.text("custom_url") !== ""))
      note(notes, "components", `The links in the group ${nameOf(group)} were left out.`);
    const kept = refs.filter((ref) => draft.has(ref));
    if (kept.length === 0) lost.push(`the empty group ${nameOf(group)}`);
    return kept.length > 0
      ? [{ group: fittedGroup(group.text("name"), notes), components: kept.map((monitor) => ({ monitor })) }]
      : [];
  });
  notes.push(...componentsNote(lost));
  return components;
}

function colorScheme(theme: string): { color_scheme?: string } {
  return theme === "light" || theme === "dark" ? { color_scheme: theme } : {};
}

function byWeight(rows: readonly Entry[]): Entry[] {
  return [...rows].sort((a, b) => (a.number("weight") ?? 0) - (b.number("weight") ?? 0));
}
