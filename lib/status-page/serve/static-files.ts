/** A representation as a file for any file host. */
export interface StaticFile {
  /** Relative to the folder, with an extension by which hosts know the type. */
  readonly name: string;
  readonly content: Buffer;
}

export interface Representable {
  /** The path below the page's base; "" is the page itself. */
  readonly path: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Where links lead, before and after. */
export interface Addresses {
  /** Prefix of links on the page: `/status/acme`. */
  readonly base: string;
  /** The URL of the page on this server. */
  readonly from: string;
  /** The URL of the folder once it is published; null keeps absolute links to this server. */
  readonly to: string | null;
}

const EXTENSIONS: readonly (readonly [string, string])[] = [
  ["text/html", ".html"],
  ["image/svg+xml", ".svg"],
  ["image/png", ".png"],
  ["image/jpeg", ".jpg"],
];
const LINK = /(href="|src="|action="|url\(")([^"]*)"/g;

/** Returns representations as files whose links lead to each other. A link to what isn't among them stops being one. */
export function staticFiles(all: readonly Representable[], addresses: Addresses): StaticFile[] {
  const names = new Map(all.map(({ path, contentType }) => [path, fileName(path, contentType)]));
  return all.map(({ path, contentType, content }) => {
    const name = names.get(path) ?? path;
    if (!isText(contentType)) return { name, content };
    const text = absolute(content.toString("utf8"), names, addresses.from, addresses.to);
    return {
      name,
      content: Buffer.from(
        contentType.startsWith("text/html") ? relative(text, name, names, addresses) : text,
      ),
    };
  });
}

function fileName(path: string, contentType: string): string {
  if (path === "") return "index.html";
  const extension = EXTENSIONS.find(([type]) => contentType.startsWith(type))?.[1] ?? "";
  return path.endsWith(extension) ? path : `${path}${extension}`;
}

function isText(contentType: string): boolean {
  return !/^(image|font)\//.test(contentType) || contentType.startsWith("image/svg");
}

/** Replaces the page's URL by the folder's, with the names of the files. */
function absolute(text: string, names: ReadonlyMap<string, string>, from: string, to: string | null): string {
  if (to === null) return text;
  const [first = "", ...rest] = text.split(from);
  return rest.reduce((done, part) => {
    // The beginning of another address.
    if (/^[A-Za-z0-9:-]/.test(part)) return `${done}${from}${part}`;
    const [found = "", path = ""] = /^\/([A-Za-z0-9/._-]*[A-Za-z0-9_-])/.exec(part) ?? [];
    const name = found === "" ? undefined : names.get(path);
    return name === undefined ? `${done}${to}${part}` : `${done}${to}/${name}${part.slice(found.length)}`;
  }, first);
}

function relative(
  html: string,
  name: string,
  names: ReadonlyMap<string, string>,
  { base, to }: Addresses,
): string {
  // Hosts send the 404 for paths of any depth, so its links start at the root.
  const up =
    name === "404.html"
      ? new URL(`${to ?? "http://host"}/`).pathname
      : "../".repeat(name.split("/").length - 1);
  return html.replace(LINK, (whole, attribute: string, target: string) => {
    if (!target.startsWith(`${base}/`)) return whole;
    const [path = ""] = target.slice(base.length + 1).split(/[?#]/, 1);
    const file = names.get(path);
    if (file === undefined) return "";
    return `${attribute}${up}${file}${target.slice(base.length + 1 + path.length)}"`;
  });
}
