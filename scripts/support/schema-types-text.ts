import type pg from "pg";

/** Columns whose values the program defines, with their type and its module. JSON columns are lists of it. */
const DEFINED: Readonly<Record<string, readonly [type: string, module: string]>> = {
  "monitor_certificates.chain": ["CertificateLink", "@/lib/contract/checks/check"],
  "monitors.protocol": ["Protocol", "@/lib/contract/protocols/registry"],
  "integrations.app": ["AppId", "@/lib/contract/apps/registry"],
  "status_pages.language": ["PageLanguage", "@/lib/contract/status-pages/languages"],
  "saved_filters.list": ["FilteredList", "@/lib/contract/accounts/saved-filters"],
};

/** JSON columns that hold nothing but an object, or a list. */
const JSON_TYPES: Readonly<Record<string, string>> = {
  "alert_rules.event_settings": "Record<string, unknown>",
  "alert_rules.integration_settings": "Record<string, unknown>",
  "integrations.settings": "Record<string, unknown>",
  "monitors.request": "Record<string, unknown>",
  "monitors.success_assertions": "unknown[]",
  "results.detail": "Record<string, unknown>",
};

const SIMPLE: Readonly<Record<string, string>> = {
  bigint: "number",
  integer: "number",
  smallint: "number",
  "double precision": "number",
  boolean: "boolean",
  text: "string",
  uuid: "string",
  date: "string",
  bytea: "Buffer",
  tstzmultirange: "string",
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly generated: boolean;
  readonly filled: boolean;
  /** The definition of a check of this column alone. */
  readonly rule: string | null;
}

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
    a.attgenerated <> '' as generated, a.attidentity <> '' or d.oid is not null as filled,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
     where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as rule
  from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and c.relname <> 'move_progress'
  order by c.relname, a.attnum`;

/** Returns the row types of every table of a migrated database, as the source of `lib/store/schema/tables.ts`. */
export async function schemaTypesText(client: Pick<pg.ClientBase, "query">): Promise<string> {
  const { rows } = await client.query<Column>(COLUMNS);
  const tables = [...new Set(rows.map(({ table }) => table))];
  const all = tables.map((table) => {
    const fields = rows.filter((row) => row.table === table).map((row) => `    ${row.name}: ${typeOf(row)};`);
    return `  ${table}: {\n${fields.join("\n")}\n  };`;
  });
  const body = `/** The row types of every table. */\nexport interface Database {\n${all.join("\n")}\n}`;
  return `${HEADER}\n${importsOf(body)}\n\n${body}\n`;
}

const HEADER =
  "// Generated from lib/store/migrations by `npx tsx scripts/schema-types.ts`. A test fails when it is out of date.";

function typeOf(column: Column): string {
  const { table, name, type, nullable, generated, filled } = column;
  const defined = DEFINED[`${table}.${name}`]?.[0];
  const place = nullable ? "Nullable" : filled ? "Default" : "";
  if (type === "timestamp with time zone" && !generated) return `${place}Timestamp`;
  if (type.startsWith("json")) {
    const read = JSON_TYPES[`${table}.${name}`];
    return defined ? `Generated<${defined}[]>` : `${place}Json${read ? `<${read}>` : ""}`;
  }
  const plain = `${plainType(column)}${nullable ? " | null" : ""}`;
  if (generated) return `GeneratedAlways<${plain}>`;
  return filled && !nullable ? `Generated<${plain}>` : plain;
}

function plainType({ table, name, type, rule }: Column): string {
  if (type === "timestamp with time zone") return "Date";
  if (type.endsWith("[]")) return `${SIMPLE[type.slice(0, -2)]}[]`;
  const listed = /= ANY \(ARRAY\[(.*)\]/.exec(rule ?? "")?.[1];
  const values = [...(listed ?? "").matchAll(/'(\w+)'|(\d+)/g)].map(
    ([, text, number]) => number ?? `"${text}"`,
  );
  if (values.length > 0) return values.join(" | ");
  const simple = DEFINED[`${table}.${name}`]?.[0] ?? SIMPLE[type];
  if (simple) return simple;
  throw new Error(`${table}.${name} has the type ${type}, for which SIMPLE in this file has no type.`);
}

function importsOf(body: string): string {
  const used = (names: readonly string[]) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  const given: [readonly string[], string][] = [
    [["Generated", "GeneratedAlways"], "kysely"],
    ...Object.values(DEFINED).map(([type, module]): [string[], string] => [[type], module]),
    [
      ["DefaultJson", "DefaultTimestamp", "Json", "NullableJson", "NullableTimestamp", "Timestamp"],
      "./columns",
    ],
  ];
  const sorted = given.sort(([, one], [, other]) => order(one) - order(other) || one.localeCompare(other));
  return sorted
    .map(([names, module]) => `import type { ${used(names).join(", ")} } from "${module}";`)
    .join("\n");
}

/** Packages come first, then the program's modules, then neighbors. */
function order(module: string): number {
  return module.startsWith("./") ? 2 : module.startsWith("@/") ? 1 : 0;
}
