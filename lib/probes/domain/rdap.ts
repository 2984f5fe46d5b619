import { domainToASCII } from "node:url";
import { getDocument } from "@/lib/probes/http/document";
import { ProbeError } from "@/lib/probes/net/probe-error";
import type { ProbeContext } from "@/lib/probes/probe";
import { monotonicMs } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import { once } from "@/lib/shared/once";

/** IANA's list of the registries' RDAP servers (RFC 9224). */
const BOOTSTRAP = "https://data.iana.org/rdap/dns.json";
const OK = 200;

/** The RDAP servers by top-level domain, in ASCII. */
type Servers = ReadonlyMap<string, string>;

interface Bootstrap {
  readonly url: string;
  servers: Servers;
  readAtMs: number;
}

/** Returns the known servers, which `url` replaces in tests. */
export function bootstrap(url = BOOTSTRAP): Bootstrap {
  return once("probes.domain.bootstrap", () => ({
    url,
    servers: new Map(),
    readAtMs: Number.NEGATIVE_INFINITY,
  }));
}

/** Returns when a domain's registration expires. Throws ProbeError `unsupported` when that can't be found out. */
export async function expiryOf(context: ProbeContext, host: string): Promise<Date> {
  const name = domainToASCII(host.replace(/\.$/, "")) || host;
  const labels = name.toLowerCase().split(".");
  const top = labels.at(-1) ?? "";
  const server = (await serversOf(context)).get(top);
  if (server === undefined) throw unknown(`the registry of .${top} doesn't offer RDAP`);
  for (let from = 0; from < labels.length - 1; from += 1) {
    const registered = labels.slice(from).join(".");
    const { status, value } = await getJson(context, new URL(`domain/${registered}`, server));
    if (status === OK) return expirationIn(value, registered);
    if (status !== 400 && status !== 404 && status !== 422)
      throw unknown(`the registry of .${top} responded with HTTP ${status}`);
  }
  throw unknown(`the registry of .${top} doesn't know ${name}`);
}

function unknown(why: string): ProbeError {
  return new ProbeError("unsupported", `${why}, so that the domain's expiry can't be checked`);
}

/** RFC 9083 §4.5. */
function expirationIn(value: unknown, name: string): Date {
  const { events } = Object(value) as { events?: unknown };
  const found = (Array.isArray(events) ? events : []).find(
    (event) => Object(event).eventAction === "expiration",
  );
  const date = new Date(String(Object(found).eventDate));
  if (Number.isNaN(date.getTime())) throw unknown(`the registry doesn't publish when ${name} expires`);
  return date;
}

async function serversOf(context: ProbeContext): Promise<Servers> {
  const known = bootstrap();
  if (monotonicMs() - known.readAtMs < DAY_MS) return known.servers;
  try {
    const { status, value } = await getJson(context, new URL(known.url));
    const { services } = Object(value) as { services?: unknown };
    if (status !== OK || !Array.isArray(services)) throw unknown("IANA's list of registries can't be read");
    known.servers = new Map(services.flatMap(serversIn));
    known.readAtMs = monotonicMs();
  } catch (error) {
    // An old list is better than none.
    if (known.servers.size === 0) throw error;
  }
  return known.servers;
}

/** An entry has top-level domains, and the URLs of their servers, of which HTTPS ones are preferred. */
function serversIn(entry: unknown): [string, string][] {
  const [tops, urls] = (Array.isArray(entry) ? entry : []) as [unknown, unknown];
  if (!Array.isArray(tops) || !Array.isArray(urls)) return [];
  const texts = urls.map(String).filter((url) => URL.canParse(url));
  const url = texts.find((each) => each.startsWith("https:")) ?? texts[0];
  if (url === undefined) return [];
  return tops.map((top) => [String(top).toLowerCase(), url.endsWith("/") ? url : `${url}/`]);
}

/** Gets a JSON document. Throws ProbeError when there is no response, or another one. */
async function getJson(context: ProbeContext, url: URL): Promise<{ status: number; value: unknown }> {
  const { status, text } = await getDocument(context, url, "application/rdap+json, application/json");
  return { status, value: status === OK ? parsed(text) : null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unknown("a registry's response isn't JSON");
  }
}
