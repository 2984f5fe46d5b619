import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  Lexer,
  Parser,
  type Scalar,
  visit,
} from "yaml";
import { jsonExcess } from "@/lib/contract/core/json-text";

/** The file cannot be read. The message is shown to the person who sent it. */
export class UnreadableFile extends Error {}

/** Bounds the time of parsing to about a second. A file of 2,000 monitors has 400,000 tokens. */
const TOKENS_MAX = 500_000;
const ALIASES_MAX = 1000;
/** The parts of a file once each alias is replaced by what it stands for. Merging copies that. */
const EXPANDED_MAX = 1_000_000;
/** Deeper nesting overflows the stack of the composer, which can end the process. */
const DEPTH_MAX = 100;
const DOCUMENTS_MAX = 1000;
const SHOWN_CHARS = 200;

interface YamlOptions {
  /** Returns a number such as `1.10` as the text that the file has. */
  readonly keepNumbers?: boolean;
}

/** Parses the first YAML document with unique keys, merge keys (`<<`) and few aliases, in linear time. Throws `UnreadableFile`. */
export function parseYaml(text: string, options: YamlOptions = {}): unknown {
  return documentsOf(text, options)[0];
}

/** Parses every YAML document of another product's file. Numbers keep their spelling. Throws `UnreadableFile`. */
export function yamlDocuments(text: string): unknown[] {
  return documentsOf(text, { keepNumbers: true });
}

function documentsOf(text: string, options: YamlOptions): unknown[] {
  try {
    const tokens = tokensOf(text);
    requireDepth(tokens);
    // The library's own check for unique keys takes quadratic time.
    const composer = new Composer({ uniqueKeys: false, merge: true, logLevel: "silent" });
    const documents = [...composer.compose(tokens, true, text.length)];
    if (documents.length > DOCUMENTS_MAX)
      throw new UnreadableFile(`The file has more than ${DOCUMENTS_MAX} YAML documents.`);
    return documents.map((document) => contentOf(document, options));
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile("The YAML is nested too deeply or repeats too much.");
  }
}

function contentOf(document: Document.Parsed, { keepNumbers = false }: YamlOptions): unknown {
  const [broken] = document.errors;
  if (broken) throw new UnreadableFile(`The file isn't valid YAML: ${firstSentence(broken.message)}`);
  visit(document, {
    Map: (_, map) => requireUniqueKeys(map.items.map(({ key }) => key)),
    ...(keepNumbers && { Scalar: (_, scalar) => keepNumber(scalar) }),
  });
  if (expandedSize(document.contents, new Map()) > EXPANDED_MAX) throw new RangeError();
  // Its own limit refuses 101 aliases of one part.
  return document.toJS({ maxAliasCount: -1 });
}

function keepNumber(scalar: Scalar): void {
  const { source, value } = scalar;
  if (typeof value === "number" && source !== undefined && source !== String(value)) scalar.value = source;
}

function tokensOf(text: string): CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let [lexemes, aliases] = [0, 0];
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    if (lexeme.startsWith("*")) aliases += 1;
    if (lexemes > TOKENS_MAX || aliases > ALIASES_MAX)
      throw new UnreadableFile(`The file has more than ${TOKENS_MAX} parts or ${ALIASES_MAX} aliases.`);
    tokens.push(...parser.next(lexeme));
  }
  tokens.push(...parser.end());
  return tokens;
}

function requireDepth(tokens: readonly CST.Token[]): void {
  const open: [part: unknown, depth: number][] = tokens.map((token) => [token, 0]);
  for (let next = open.pop(); next; next = open.pop()) {
    const [part, depth] = next;
    if (depth > DEPTH_MAX) throw new UnreadableFile(`The file is nested deeper than ${DEPTH_MAX} levels.`);
    const { key, value, items } = Object(part) as { key?: unknown; value?: unknown; items?: unknown[] };
    for (const inner of [key, value, ...(items ?? [])])
      if (inner !== null && typeof inner === "object") open.push([inner, depth + 1]);
  }
}

/** Returns the number of parts with aliases expanded. What an alias stands for comes before it, so its size is known by then. */
function expandedSize(part: unknown, anchors: Map<string, number>): number {
  if (isAlias(part)) return anchors.get(part.source) ?? Number.POSITIVE_INFINITY;
  if (isPair(part)) return expandedSize(part.key, anchors) + expandedSize(part.value, anchors);
  let size = 1;
  if (isCollection(part)) for (const item of part.items) size += expandedSize(item, anchors);
  if ((isScalar(part) || isCollection(part)) && part.anchor) anchors.set(part.anchor, size);
  return size;
}

function requireUniqueKeys(keys: readonly unknown[]): void {
  const seen = new Set<unknown>();
  for (const key of keys) {
    const name = isScalar(key) ? key.value : key;
    if (isMap(name)) throw new UnreadableFile("The file isn't valid: a key must be text.");
    if (seen.has(name))
      throw new UnreadableFile(
        `The key ${String(name).slice(0, SHOWN_CHARS)} appears twice in the same part of the file.`,
      );
    seen.add(name);
  }
}

/** No export of another product nests as deeply. JSON may have as many parts as YAML. */
const JSON_LIMITS = { depthMax: DEPTH_MAX, valuesMax: TOKENS_MAX };

/** Parses JSON. Throws `UnreadableFile`. */
export function parseJson(text: string): unknown {
  const excess = jsonExcess(text, JSON_LIMITS);
  if (excess) throw new UnreadableFile(`The file is ${excess}.`);
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    // The parser's message quotes the file, which may contain secrets.
    throw new UnreadableFile("The file isn't valid JSON.");
  }
}

/** Returns the first line of a parser's message. The rest may quote the file. */
function firstSentence(message: string): string {
  const [line = ""] = message.split("\n", 1);
  return `${/[.:]$/.test(line) ? line.slice(0, -1) : line}.`;
}
