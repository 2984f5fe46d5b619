/** State of the vendor's systems as its status page reports it. */
export interface PageState {
  readonly components: readonly PageComponent[];
  /** State of the page as a whole, in its own words; null if it doesn't. */
  readonly summary: string | null;
  /** Its components are only what's out, so that a missing one is fine. */
  readonly isFeed: boolean;
}

export interface PageComponent {
  readonly id: string;
  readonly name: string;
  /** In one form for all vendors, such as `majoroutage`. */
  readonly state: string;
  /** Where a feed may name the component. */
  readonly text?: string;
}

type Item = Readonly<Record<string, unknown>>;

/** Items of a feed that are older say nothing about now. */
const RECENT_MS = 3 * 86_400_000;
const OVER = /resolved|completed|post-?mortem|operating normally|operational|recovered|closed|monitoring/i;
const PLANNED = /scheduled|maintenance|in progress|verifying/i;
const ITEMS_MAX = 100;
const ITEM_CHARS_MAX = 16_384;

function itemsOf(value: unknown): Item[] {
  return (Array.isArray(value) ? value : []).filter((each) => each !== null && typeof each === "object");
}

function stateOf(value: unknown): string {
  return String(value ?? "")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
}

function componentsOf(value: unknown): PageComponent[] {
  // A group repeats the worst state of its components.
  return itemsOf(value)
    .filter(({ group }) => group !== true)
    .map(({ id, name, status }) => ({ id: String(id), name: String(name), state: stateOf(status) }));
}

/** Reads `/api/v2/summary.json` of Statuspage and of pages that offer the same; null for another document. */
export function readStatuspage(value: unknown): PageState | null {
  const { components, status } = Object(value) as Item;
  if (!Array.isArray(components)) return null;
  const { description } = Object(status) as Item;
  return {
    components: componentsOf(components),
    summary: typeof description === "string" ? description : null,
    isFeed: false,
  };
}

/** Reads `/v2/components.json` of Instatus, whose components have children; null for another document. */
export function readInstatus(value: unknown): PageState | null {
  const { components } = Object(value) as Item;
  if (!Array.isArray(components)) return null;
  const all = itemsOf(components).flatMap((each) => [each, ...itemsOf(each.children)]);
  return {
    components: componentsOf(all.filter(({ children }) => itemsOf(children).length === 0)),
    summary: null,
    isFeed: false,
  };
}

/** Where feeds have the time, the text, and the ID of an item, the best first. */
const TIMES = ["updated", "pubDate", "published", "dc:date"];
const TEXTS = ["description", "content:encoded", "content", "summary"];
const IDS = ["guid", "id"];
/** The beginning of an opening tag. */
const TAG = /<([A-Za-z:]{1,20})(?=[\s>])/g;

/** Takes out the marks of CDATA, and decodes the entities of XML. */
function plain(text: string): string {
  return text
    .replaceAll("<![CDATA[", "")
    .replaceAll("]]>", "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;|&apos;/g, "'")
    .replace(/&amp;/g, "&");
}

/** Returns the text of the first of these elements that has some. */
function element(item: string, names: readonly string[]): string {
  for (const name of names) {
    const open = [...item.matchAll(TAG)].find((tag) => tag[1] === name);
    const from = open ? item.indexOf(">", open.index) + 1 : 0;
    const to = from > 0 ? item.indexOf(`</${name}>`, from) : -1;
    const text = to < 0 ? "" : plain(item.slice(from, to));
    if (text.trim() !== "") return text;
  }
  return "";
}

/**
 * Reads an RSS or Atom feed: an item of the last three days is a component that is out until its latest state, or its title, says that
 * it's over. Returns null for another document.
 */
export function readFeed(text: string, nowMs: number): PageState | null {
  if (!/<(?:rss|feed|rdf:RDF)\b/.test(text.slice(0, 2000))) return null;
  const items = text.split(/<(?:item|entry)\b/, ITEMS_MAX + 1).slice(1);
  const components = items.flatMap((whole): PageComponent[] => {
    const item = whole.slice(0, ITEM_CHARS_MAX);
    const atMs = Date.parse(element(item, TIMES));
    if (Number.isNaN(atMs) || nowMs - atMs > RECENT_MS) return [];
    const name = element(item, ["title"]);
    const body = element(item, TEXTS);
    const latest = /<(?:strong|b)>([^<]{1,100})</.exec(body)?.[1] ?? body.slice(0, 300);
    const isOver = OVER.test(latest) || OVER.test(name) || PLANNED.test(latest);
    const state = isOver ? "operational" : "outage";
    return [{ id: element(item, IDS), name, state, text: `${name} ${body}` }];
  });
  const summary = components.find(({ state }) => state === "outage")?.name ?? null;
  return { components, summary, isFeed: true };
}
