import type { VendorRequest } from "@/lib/contract/protocols/vendor";
import { getDocument } from "@/lib/probes/http/document";
import { ProbeError } from "@/lib/probes/net/probe-error";
import { type Finding, findingOf, type Probe, type ProbeContext, warn } from "@/lib/probes/probe";
import { now } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import { storableText } from "@/lib/shared/storable-text";
import { type PageComponent, type PageState, readFeed, readInstatus, readStatuspage } from "./page-formats";

const OK = 200;
const PAGES_MAX = 1000;
const SHOWN_CHARS_MAX = 200;
const NAMES_SHOWN_MAX = 10;
const NAME_CHARS_MAX = 50;
const ACCEPT = "application/json, application/rss+xml, application/atom+xml, application/xml;q=0.9";

type Reader = (text: string) => PageState | null;

const json =
  (read: (value: unknown) => PageState | null): Reader =>
  (text) => {
    try {
      return read(JSON.parse(text));
    } catch {
      return null;
    }
  };

/** Where pages offer their state, below their own URL, in the order in which they're tried. */
const SOURCES: readonly { readonly path: string; readonly read: Reader }[] = [
  { path: "", read: (text) => json(readStatuspage)(text) ?? readFeed(text, now().getTime()) },
  { path: "api/v2/summary.json", read: json(readStatuspage) },
  { path: "v2/components.json", read: json(readInstatus) },
];

/** Reads the page where its state was found last, or tries every place. Throws ProbeError if none has it. */
async function readPage(context: ProbeContext, url: string): Promise<PageState> {
  const known = once("probes.vendor.sources", () => new Recent<number>(PAGES_MAX));
  const first = known.get(url) ?? 0;
  let last = "it reports no readable state";
  for (let tried = 0; tried < SOURCES.length; tried += 1) {
    const at = (first + tried) % SOURCES.length;
    const source = SOURCES[at];
    if (!source) continue;
    const { href, origin, pathname } = new URL(url);
    const below = pathname.endsWith("/") ? pathname : `${pathname}/`;
    const place = new URL(source.path === "" ? href : `${origin}${below}${source.path}`);
    const { status, text, isWhole } = await getDocument(context, place, ACCEPT);
    const state = status === OK ? source.read(text) : null;
    if (state) {
      known.set(url, at);
      return state;
    }
    if (status === OK && !isWhole) last = `${place.href} is larger than 512 KiB`;
    if (status >= 500 || status === 429) last = `it responded with HTTP ${status}`;
  }
  throw new ProbeError("unsupported", last);
}

/** Returns the components that count. Throws ProbeError if the wanted one isn't on the page. */
function countedOf({ components, isFeed }: PageState, wanted: string | null): readonly PageComponent[] {
  if (wanted === null) return components;
  const name = wanted.toLowerCase();
  const exact = components.filter((each) => each.id === wanted || each.name.toLowerCase() === name);
  const found =
    exact.length > 0
      ? exact
      : components.filter((each) => (each.text ?? each.name).toLowerCase().includes(name));
  if (found.length > 0 || isFeed) return found;
  throw new ProbeError(
    "unsupported",
    `the vendor's page has no component like ${wanted} (it has ${namesOf(components)})`,
  );
}

function namesOf(components: readonly PageComponent[]): string {
  return components
    .slice(0, NAMES_SHOWN_MAX)
    .map(({ name }) => storableText(name, NAME_CHARS_MAX))
    .join(", ");
}

function judge(finding: Finding, state: PageState, wanted: string | null): void {
  const counted = countedOf(state, wanted);
  if (state.summary !== null)
    finding.details = { vendor_state: [storableText(state.summary, SHOWN_CHARS_MAX)] };
  const out = counted.filter((each) => each.state.includes("outage"));
  if (out.length > 0) throw new ProbeError("vendor_outage", `the vendor reports an outage (${namesOf(out)})`);
  const impaired = counted.filter((each) => each.state.startsWith("degraded"));
  if (impaired.length > 0) warn(finding, `the vendor reports degraded performance (${namesOf(impaired)})`);
}

/**
 * Checks a vendor's status page. A page that can't be read says nothing about the vendor, so that the result is inconclusive;
 * so is a component that isn't on the page.
 */
export const probeVendor: Probe<VendorRequest> = (context) =>
  findingOf(async (finding) => {
    const { url, component } = context.config.request;
    const state = await readPage(context, url).catch((error: unknown) => {
      const why = error instanceof ProbeError ? error.message : String(error);
      throw new ProbeError("unsupported", `the vendor's page can't be read: ${why}`);
    });
    judge(finding, state, component);
  });
