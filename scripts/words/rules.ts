import type { Text, TextKind } from "./texts";

export interface Rule {
  readonly pattern: RegExp;
  /** Replacement to suggest. */
  readonly write: string;
  /** Kinds of texts that the rule is for; without it, all. */
  readonly kinds?: readonly TextKind[];
  readonly files?: RegExp;
}

const PROSE: readonly TextKind[] = ["label", "title", "doc", "comment", "document"];
const READ_BY_USERS: readonly TextKind[] = ["label", "document"];
const USER_INTERFACE = /^(?:app|components|lib|server|cli)\//;

/** Words and phrases that aren't ours, and what to write instead. The glossary is in docs/architecture.md. */
export const RULES: readonly Rule[] = [
  {
    pattern:
      /\b(?:told|telling)\b|\btells? (?:you|us|them|your|people|everyone|users|subscribers|someone|visitors|readers)\b/i,
    write: "notify, send, or say; a message is a notification",
  },
  {
    pattern: /\b(?:some|no|every|any)body\b/i,
    write: "someone, no one, or the real subject",
    // Unix has an account of this name.
    kinds: PROSE,
  },
  { pattern: /\bgiven (?:was|is)\b/i, write: "; got …" },
  {
    pattern:
      /\b(?:an?|the|no|latest|active|this|each|every|region|channel) holds?\b|\bheld (?:recover\w{1,9}|region|back|until)\b|\b(?:is|are|was|were|as|be) held\b|\bholds? (?:\w{1,20} ){0,2}back\b|\bon hold\b/i,
    write: "rate-limited (integration), quarantined (region), or waiting for stable recovery",
  },
  { pattern: /\b(?:re)?seal(?:s|ed|ing)?\b/i, write: "encrypt (a secret), or pre-render (a page)" },
  { pattern: /\bdrills?\b/i, write: "test incident" },
  { pattern: /\bstand-?ins?\b|\b(?:stands?|stood|standing) in\b/i, write: "fallback runner, or fake" },
  {
    pattern: /\b(?:stands|stood) (?:at|on|there|here)\b|\bas (?:it|they) stands?\b/i,
    write: "be, or is recorded",
  },
  { pattern: /\bwitness(?:es)?\b|\bcanar(?:y|ies)\b/i, write: "known-good probe, known-bad probe" },
  { pattern: /\bdoubt(?:s|ed|ful|ing)?\b|\bmisjudg/i, write: "fail the self-check, or suspect" },
  { pattern: /\banchors?\b/i, write: "connectivity check", kinds: PROSE },
  { pattern: /\bupkeep\b/i, write: "maintenance job, or retention" },
  { pattern: /\bhand(?:s|ed|ing)?[- ]on\b|\bhand(?:s|ed|ing)? ?-?over\b/i, write: "failover, fail over" },
  { pattern: /\bverdicts?\b/i, write: "result, or region state", kinds: ["label", "title", "document"] },
  { pattern: /\b(?:last|next|first|each|every|one) looks?\b/i, write: "check" },
  { pattern: /\b(?:local runners?|server's own runner)\b/i, write: "built-in runner" },
  {
    pattern: /\b(?:failures|fails?|failed|successes|checks|times) in a row\b/i,
    write: "consecutive failures",
  },
  {
    pattern: /\b(?:incident|recovery) confirmations?\b|\bregion thresholds?\b/i,
    write: "consecutive failures, consecutive successes, regions required",
    // The API's fields are named so.
    kinds: PROSE,
  },
  { pattern: /\bevidence\b/i, write: "request and response", kinds: READ_BY_USERS },
  {
    pattern: /\bhand(?:s|ed|ing)? (?:\w{1,12} ){0,2}in\b/i,
    write: "send, or submit",
  },
  {
    pattern: /\b(?:kept|keeps?|keeping|left) (?:it |them )?back\b/i,
    write: "delayed, suppressed, or missed",
  },
  {
    pattern: /\b(?:what|whatever) (?:comes?|came|becomes?|became) of\b/i,
    write: "the result, or what happens to",
  },
  { pattern: /\bwork(?:s|ed|ing)? off\b/i, write: "process" },
  { pattern: /\bso many\b|\bfor so long\b/i, write: "how many, this many, or for this long", kinds: PROSE },
  { pattern: /\bwhoever\b/i, write: "anyone who, or everyone who" },
  { pattern: /\bgo(?:es)? on [a-z]{2,20}ing\b/i, write: "keep …ing, or continue" },
  { pattern: /(?<!\bgone )\bfor good\b/i, write: "permanently" },
  {
    pattern: /\b(?:database|server|provider|network)s? (?:is|are|was|were) away\b/i,
    write: "unavailable",
  },
  { pattern: /^own\b/i, write: "custom, or your own", kinds: ["label"] },
  {
    pattern: /(?<!\bthere )\b(?:is|was|are|were) no (?!longer\b|more\b|one\b)/i,
    write: "isn't a, or has no",
  },
  { pattern: /(?:^|[.!?:;] )Who [a-z]{1,20}s\b(?![^.!?]{0,200}\?)/, write: "Anyone who, or Anyone with" },
  { pattern: /\b(?:fails?|(?:is|are) \w{1,20}) since\b/i, write: "has been …ing since" },
  { pattern: /(?:^|\. )Empty: |^(?:Off|On): |: at once\b/, write: "Leave empty to …" },
  {
    pattern: /\bpages? of (?:regions|monitors|runners|incidents|integrations|people|settings|members)\b/i,
    write: "the Regions page",
    kinds: READ_BY_USERS,
  },
  {
    pattern:
      /\bmak(?:e|es|ing) (?:an?|another|your|the first|new) (?:new |own |second )?(?:account|monitor|key|token|project|runner|incident|rule|integration|backup|page|window)s?\b/i,
    write: "create, add, or generate",
  },
  { pattern: /\be-mail/i, write: "email" },
  { pattern: /\b(?:host|user) names?\b/i, write: "hostname, username", kinds: PROSE },
  { pattern: /(?<![-\w[]|select |returning )(?:[Ii]d|ids)\b(?![-:=])/, write: "ID, IDs", kinds: PROSE },
  { pattern: /\b\d+\.\d{3,9} ?%/, write: "at most two decimals", kinds: ["label"] },
  {
    pattern:
      /\b(?:colours?|coloured|behaviours?|honours?|honoured|favou?rs?(?<=our|ours)|favourites?|neighbours?|neighbouring|centres?|centred|grey|organis\w{1,9}|recognis\w{1,9}|normalis\w{1,9}|serialis\w{1,9}|initialis\w{1,9}|optimis(?:e|ed|es|ing|ation)|summaris\w{1,9}|minimis\w{1,9}|authoris\w{1,9}|customis\w{1,9}|synchronis\w{1,9}|analys(?:e|ed|es|ing)|licences?|defences?|catalogues?|cancell(?:ed|ing)|labell(?:ed|ing)|modell(?:ed|ing)|travell\w{1,4}|whilst|amongst|towards|misspelt|learnt|spelt|judgement|acknowledgements?|afterwards|backwards|upwards|downwards|fulfil|fulfils|programmes?)\b/i,
    write: "the American spelling",
  },
  { pattern: /\bre-check(?:s|ed|ing)?\b/i, write: "recheck" },
  { pattern: /\broll-ups?\b/i, write: "rollup" },
  { pattern: /\btwo-factor authentication\b/i, write: "two-factor sign-in" },
  {
    pattern: /\b(?:stands|stood) (?:above|below|beside|before|behind|in front)\b/i,
    write: "be, or is shown",
  },
  {
    pattern: /(?:^|[\s(])[\w'’…-]{1,30}, (?!with )[\w'’-]{1,30} (?:and|or) (?!not )[A-Za-z…]/,
    write: "a comma before the last item of a list",
    kinds: ["label"],
    files: USER_INTERFACE,
  },
  {
    pattern: /\b[TF]\d{1,3}\b|\.md §/,
    write: "the reason in words; the repository doesn't contain that list",
  },
  {
    pattern: /\b(?:do|does|did|is|are|was|were|could|would|will|has|have) not\b|\bcannot\b/i,
    write: "a contraction: isn't, doesn't, can't",
    kinds: ["label"],
    files: /^(?:app|components|lib\/presenters)\//,
  },
  {
    pattern: /^\s*(?:What|Who|Which|How|Where|When|Whether)\b/,
    write: "a verb first: Returns, Shows, Throws",
    kinds: ["doc"],
  },
  { pattern: /^(?:An?|The) /, write: "what it does or who does what, in lower case", kinds: ["title"] },
];

const WORDS_MAX = 30;

/** Returns the problems of one text, each as "found: what to write instead". */
export function problemsOf({ kind, file, text }: Text): string[] {
  const prose = kind === "name" ? text : withoutNames(text);
  const found = RULES.filter(
    ({ kinds, files }) => (kinds?.includes(kind) ?? true) && (files?.test(file) ?? true),
  ).flatMap(({ pattern, write }) => {
    const match = pattern.exec(prose);
    return match ? [`"${match[0].trim()}": write ${write}`] : [];
  });
  return kind === "label" && USER_INTERFACE.test(file) ? [...found, ...longSentences(prose)] : found;
}

function longSentences(prose: string): string[] {
  return prose
    .split(/(?<=[.!?]) (?=[A-Z…])/)
    .filter((sentence) => /^[A-Z…]/.test(sentence))
    .map((sentence) => sentence.split(" ").filter((word) => /[A-Za-z]/.test(word)).length)
    .filter((count) => count > WORDS_MAX)
    .map((count) => `a sentence must have at most ${WORDS_MAX} words; got ${count}`);
}

/** Replaces code, identifiers, paths and tags by an ellipsis: names are as the code or the contract has them. */
function withoutNames(text: string): string {
  return text
    .replace(/`[^`]{0,300}`/g, "…")
    .replace(/<[a-z/!][^<>]{0,2000}>/g, "…")
    .replace(/\]\([^()]{0,300}\)/g, "] ")
    .replaceAll("**", "")
    .replace(/\s+/g, " ")
    .split(" ")
    .map((word) => (isName(word) ? "…" : word))
    .join(" ")
    .trim();
}

/** Returns whether a word is code: `a_b`, `camelCase`, `A_B`, `/path`, `a/b/c`, `name.part`. */
function isName(word: string): boolean {
  return /_|[a-z][A-Z]|[A-Za-z]\.[A-Za-z]|^\W?\/\w|\w\/\w+\/\w/.test(word) && !/\.md\b/.test(word);
}
