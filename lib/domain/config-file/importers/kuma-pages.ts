import type { Draft } from "../draft";
import { type Entry, groupedBy } from "../entry";
import { cut, fittedSubdomain, pageTexts } from "../fitting";
import type { Note } from "../note";

/** Adds the status pages with their groups. The JSON backup has none. */
export function addKumaPages(draft: Draft, file: Entry): void {
  const members = groupedBy(byWeight(file.entries("monitor_group")), "group_id");
  const groups = groupedBy(byWeight(file.entries("group")), "status_page_id");
  const domains = groupedBy(file.entries("status_page_cname"), "status_page_id");
  for (const page of file.entries("status_page")) {
    const id = page.text("id");
    if (page.text("password") || page.flag("published") === false) {
      draft.skip(
        page.text("title") || page.text("slug"),
        "The page isn't public, and its password can't be read. Create it here and set who may see it.",
      );
      continue;
    }
    const [domain] = domains.get(id) ?? [];
    const notes: Note[] = [];
    const components = componentsOf(groups.get(id) ?? [], members, draft);
    const refs = components.flatMap((group) => group.components.map(({ monitor }) => monitor));
    if (domain)
      notes.push({
        field: "domain",
        text: `${cut(domain.text("domain"), 253)} isn't set yet. Set it when the domain should move.`,
      });
    draft.page(
      id,
      page.text("title") || page.text("slug"),
      {
        ...pageTexts(page.text("title") || page.text("slug"), page.text("description")),
        subdomain: fittedSubdomain(page.text("slug")),
        website_url: draft.websiteOf(refs, notes),
        search_engine_indexed: page.flag("search_engine_index") ?? false,
        ...colorScheme(page.text("theme")),
        components,
      },
      notes,
    );
  }
}

/** Returns the groups with the monitors that were imported, each only once on a page. */
function componentsOf(groups: readonly Entry[], members: ReadonlyMap<string, Entry[]>, draft: Draft) {
  const used = new Set<string>();
  return groups.flatMap((group) => {
    const refs = (members.get(group.text("id")) ?? [])
      .map((link) => link.text("monitor_id"))
      .filter((ref) => draft.has(ref) && !used.has(ref));
    for (const ref of refs) used.add(ref);
    const name = cut(group.text("name"), 100) || "Services";
    return refs.length > 0 ? [{ group: name, components: refs.map((monitor) => ({ monitor })) }] : [];
  });
}

function colorScheme(theme: string): { color_scheme?: string } {
  return theme === "light" || theme === "dark" ? { color_scheme: theme } : {};
}

function byWeight(rows: readonly Entry[]): Entry[] {
  return [...rows].sort((a, b) => (a.number("weight") ?? 0) - (b.number("weight") ?? 0));
}
