import { TimeZone } from "@/lib/contract/core/time-zone";
import { parseJson, UnreadableFile } from "../documents";
import { Draft } from "../draft";
import { Entry, groupedBy } from "../entry";
import { componentsNote, cut, fittedGroup, fittedSubdomain, fittedText, pageTexts } from "../fitting";
import { type Note, note } from "../note";
import { type Ignored, ignoring, noteRest } from "../rest";
import type { Importer } from "./importer";

/** Reads `/api/v2/summary.json` or `components.json` of a page in Statuspage's format. */
export const statuspage: Importer = {
  parse(text) {
    const file = new Entry(parseJson(text));
    const page = file.entry("page");
    if (page.text("id") === "" || !Array.isArray(file.value("components")))
      throw new UnreadableFile(
        "The file isn't the summary of a status page: it has no page or no components.",
      );
    const draft = new Draft();
    addPage(draft, page, file.entries("components"));
    const past = [...file.entries("incidents"), ...file.entries("scheduled_maintenances")];
    draft.skipEach(past, "name", "Incidents and maintenance aren't imported.");
    draft.skipUnread(file, { status: "A state." });
    return { draft };
  },
};

function addPage(draft: Draft, page: Entry, components: readonly Entry[]): void {
  const website = page.text("url").replace(/^(?!https?:)/, "https://");
  const isGroup = (one: Entry) => one.flag("group") === true;
  draft.each(
    components.filter((each) => !isGroup(each)),
    (one) => addPlaceholder(draft, one, website),
  );
  const refOf = (one: Entry) => one.text("id");
  const known = components.filter((one) => draft.has(refOf(one)));
  const listed = groupedBy(known, "group_id");
  const groups = new Set(components.filter(isGroup).map(refOf));
  const empty = components.filter((one) => isGroup(one) && !listed.has(refOf(one)));
  const lost = components.filter((one) => !isGroup(one) && !draft.has(refOf(one)));
  const notes: Note[] = [
    {
      field: "access",
      text: "Colors, images, subscribers, and access rules were left out. Set them on the page.",
    },
    ...componentsNote([...lost, ...empty].map((one) => one.text("name"))),
  ];
  const shown = (one: Entry) => ({
    monitor: refOf(one),
    name: fittedText("components", one.text("name"), { max: 100, otherwise: "" }, notes) || null,
  });
  for (const group of components.filter(isGroup))
    noteRest(group, { ignored: STATUSPAGE_IGNORED, labels: LABELS }, notes);
  const name = page.text("name");
  const fields = {
    ...pageTexts(name, "", notes),
    subdomain: fittedSubdomain(name),
    website_url: website,
    search_engine_indexed: true,
    ...timeZone(page, notes),
    components: components.flatMap((one): unknown[] => {
      const members = listed.get(refOf(one)) ?? [];
      if (isGroup(one) && members.length > 0)
        return [{ group: fittedGroup(one.text("name"), notes), components: members.map(shown) }];
      // A group that the file lacks would hide its components.
      return !isGroup(one) && draft.has(refOf(one)) && !groups.has(one.text("group_id")) ? [shown(one)] : [];
    }),
  };
  const ref = page.text("id");
  noteRest(page, { ignored: STATUSPAGE_IGNORED }, notes);
  draft.each([fields], () => draft.page(ref, name, fields, notes));
}

const OF_PAGE = "Says where on the page it is, which is kept.";
export const STATUSPAGE_IGNORED: Ignored = {
  ...ignoring("A state or a date.", "status", "created_at", "updated_at", "start_date"),
  ...ignoring(OF_PAGE, "position", "page_id", "group", "group_id", "components"),
  ...ignoring("Every component shows its uptime.", "showcase"),
};
const LABELS = {
  description: "The description was left out.",
  only_show_if_degraded: "It is always shown, not only while it has a problem.",
};

/** A component has no address to check. The import uses a monitor with its name, or creates a paused one. */
function addPlaceholder(draft: Draft, component: Entry, website: string): void {
  const fields = { protocol: "http", request: { method: "GET", url: website }, paused: true };
  const text = "The page doesn't say what to check. Set the URL, then resume the monitor.";
  const notes: Note[] = [{ field: "request.url", text }];
  const [ref, name] = [component.text("id"), component.text("name")];
  noteRest(component, { ignored: STATUSPAGE_IGNORED, labels: LABELS }, notes);
  draft.monitor(ref, name, fields, notes, true);
}

function timeZone(page: Entry, notes: Note[]): { time_zone?: string } {
  const given = page.text("time_zone");
  const zone = TimeZone.safeParse(given);
  if (zone.success) return { time_zone: zone.data };
  if (given !== "") note(notes, "time_zone", `${cut(given, 100)} isn't known here and was left out.`);
  return {};
}
