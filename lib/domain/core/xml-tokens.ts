export interface XmlTag {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** `</name>`. */
  readonly isClosing: boolean;
  /** `<name/>`. */
  readonly isEmpty: boolean;
}

/** Text between tags, a tag, or null where parsing fails. */
export type XmlToken = string | XmlTag | null;

/** More than any drawing has. Each takes time, however short it is. */
const ATTRIBUTES_MAX = 200;
const MARKUP_MAX = 1000;

const SPACE = /\s*/y;
const NAME = /[A-Za-z_][\w:.-]*/y;

/**
 * Yields the tags and texts of an XML document in a single forward pass. Skips comments, CDATA sections, declarations, and
 * the document type, at most 1,000 of them.
 */
export function* xmlTokens(source: string): Generator<XmlToken> {
  let [at, markup] = [0, 0];
  while (at < source.length) {
    const start = source.indexOf("<", at);
    if (start !== at) yield source.slice(at, start < 0 ? source.length : start);
    if (start < 0) return;
    const next = source.charAt(start + 1);
    if (next === "!" || next === "?") {
      markup += 1;
      at = markup > MARKUP_MAX ? -1 : endOfMarkup(source, start);
    } else {
      const tag = tagAt(source, start + 1);
      yield tag?.tag ?? null;
      at = tag?.end ?? -1;
    }
    if (at > 0) continue;
    yield null;
    return;
  }
}

/** Returns the index after a comment, section, or declaration, or -1 if it never ends. */
function endOfMarkup(source: string, start: number): number {
  const behind = (end: string, from: number) => {
    const found = source.indexOf(end, from);
    return found < 0 ? -1 : found + end.length;
  };
  if (source.startsWith("<!--", start)) return behind("-->", start + 4);
  if (source.startsWith("<![CDATA[", start)) return behind("]]>", start + 9);
  if (source.startsWith("<?", start)) return behind("?>", start + 2);
  const end = behind(">", start);
  // A document type may contain declarations in brackets.
  const subset = source.slice(start, end).indexOf("[");
  if (end < 0 || subset < 0) return end;
  const closed = behind("]", start + subset);
  return closed < 0 ? -1 : behind(">", closed);
}

function tagAt(source: string, start: number): { tag: XmlTag; end: number } | null {
  const isClosing = source.charAt(start) === "/";
  let at = isClosing ? start + 1 : start;
  const take = (token: RegExp) => {
    token.lastIndex = at;
    const text = token.exec(source)?.[0] ?? "";
    at += text.length;
    return text;
  };
  const name = take(NAME);
  if (name === "") return null;
  const attributes: [string, string][] = [];
  while (take(SPACE) !== "") {
    const attribute = take(NAME);
    if (attribute === "") break;
    const value = quotedValue(take);
    if (value === null || attributes.length >= ATTRIBUTES_MAX) return null;
    attributes.push([attribute, value]);
  }
  const isEmpty = source.charAt(at) === "/";
  if (isEmpty) at += 1;
  if (source.charAt(at) !== ">" || (isClosing && (isEmpty || attributes.length > 0))) return null;
  return { tag: { name, attributes, isClosing, isEmpty }, end: at + 1 };
}

const DOUBLE = /"[^"]*"/y;
const SINGLE = /'[^']*'/y;
const EQUALS = /=/y;

function quotedValue(take: (token: RegExp) => string): string | null {
  take(SPACE);
  if (take(EQUALS) === "") return null;
  take(SPACE);
  const quoted = take(DOUBLE) || take(SINGLE);
  return quoted === "" ? null : quoted.slice(1, -1);
}
