import { Email } from "@/lib/contract/accounts/users";
import { PAGE_LANGUAGES, type PageLanguage } from "@/lib/contract/status-pages/languages";
import { SUBSCRIPTION_KINDS, type SubscriptionKind } from "@/lib/contract/status-pages/subscribers";
import { type CsvRow, csvRows, csvText } from "@/lib/domain/core/csv";

export const IMPORT_MAX_LINES = 10_000;

/** The parts of a page that subscribers can choose. */
export interface Choosable {
  readonly components: readonly number[];
  readonly groups: readonly string[];
}

export interface ImportedSubscriber {
  readonly line: number;
  readonly email: string;
  readonly components: number[];
  readonly groups: string[];
  readonly kinds: SubscriptionKind[];
  /** Null for the page's own. */
  readonly language: PageLanguage | null;
}

export interface SkippedLine {
  readonly line: number;
  readonly address: string;
  readonly reason: string;
}

/** A subscriber as exported. */
export interface ExportedSubscriber {
  readonly email: string | null;
  readonly url: string | null;
  readonly state: string;
  readonly components: readonly number[];
  readonly groups: readonly string[];
  readonly kinds: readonly string[];
  readonly language: string | null;
  readonly createdAt: string;
}

const COLUMNS = ["address", "state", "components", "groups", "kinds", "language", "created_at"];
const LIST_SEPARATOR = ";";

/** Returns subscribers as CSV, with the columns that an import reads. */
export function subscriberCsv(subscribers: readonly ExportedSubscriber[]): string {
  const rows = subscribers.map((one) => [
    one.email ?? one.url,
    one.state,
    one.components.join(LIST_SEPARATOR),
    one.groups.join(LIST_SEPARATOR),
    one.kinds.join(LIST_SEPARATOR),
    one.language ?? "",
    one.createdAt,
  ]);
  return `${csvText([COLUMNS, ...rows])}\r\n`;
}

/**
 * Reads the email subscribers of a CSV file. A line that can't be used is skipped with the reason. Long files let others go first with
 * `pause`.
 */
export async function readSubscribers(
  csv: string,
  page: Choosable,
  pause: () => Promise<void>,
): Promise<{ subscribers: ImportedSubscriber[]; skipped: SkippedLine[] }> {
  const rows = csvRows(csv, IMPORT_MAX_LINES + 2);
  const names = rows[0]?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  const column = (...aliases: string[]) => names.findIndex((name) => aliases.includes(name));
  const address = column("email", "address", "email address", "e-mail");
  const columns = {
    // Without column names, the first column contains the addresses.
    address: Math.max(address, 0),
    components: column("components"),
    groups: column("groups"),
    kinds: column("kinds"),
    language: column("language"),
  };
  const subscribers = new Map<string, ImportedSubscriber>();
  const skipped: SkippedLine[] = [];
  for (const row of address === -1 ? rows : rows.slice(1)) {
    await pause();
    const given = (row.cells[columns.address] ?? "").trim();
    const read = readRow(row, given, columns, page);
    const first = typeof read === "string" ? undefined : subscribers.get(read.email);
    if (typeof read === "string") skipped.push({ line: row.line, address: given, reason: read });
    else if (first)
      skipped.push({ line: row.line, address: given, reason: `Already on line ${first.line}.` });
    else subscribers.set(read.email, read);
  }
  return { subscribers: [...subscribers.values()], skipped };
}

function readRow(
  { line, cells }: CsvRow,
  given: string,
  columns: Readonly<Record<"components" | "groups" | "kinds" | "language", number>>,
  page: Choosable,
): ImportedSubscriber | string {
  if (/^https?:/i.test(given)) return "Webhooks can't be imported. Each has a secret of its own.";
  const email = Email.safeParse(given);
  if (!email.success) return "Not a valid email address.";
  const listIn = (name: keyof typeof columns) =>
    (cells[columns[name]] ?? "")
      .split(LIST_SEPARATOR)
      .map((value) => value.trim())
      .filter((value) => value !== "");
  const components = listIn("components").map(Number);
  const groups = listIn("groups");
  const kinds = listIn("kinds");
  const known = SUBSCRIPTION_KINDS.filter((kind) => kinds.includes(kind));
  if (!components.every((id) => page.components.includes(id)))
    return "components must have IDs of monitors on this page.";
  if (!groups.every((name) => page.groups.includes(name)))
    return "groups must have names of groups on this page.";
  if (known.length !== new Set(kinds).size) return "kinds must be incidents, maintenance, or both.";
  const code = (cells[columns.language] ?? "").trim().toLowerCase();
  const language = PAGE_LANGUAGES.find((each) => each === code) ?? null;
  if (code !== "" && language === null) return `language must be one of ${PAGE_LANGUAGES.join(", ")}.`;
  return { line, email: email.data.toLowerCase(), components, groups, kinds: known, language };
}
