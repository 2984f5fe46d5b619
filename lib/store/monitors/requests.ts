import { REPORTED_PROTOCOLS, SECRET_FIELDS } from "@/lib/contract/protocols/lookup";

const secretFields = SECRET_FIELDS.map((field) => `'${field}'`).join(", ");

/** The request of a monitor `m` with null for its secrets, as SQL, for data that leaves the row, such as events. */
export const OPEN_REQUEST = `(m.request - array(
  select field from unnest(array[${secretFields}]) field where m.request ->> field is not null))`;

/** Returns SQL of the condition that monitors with this protocol send signals instead of being checked. */
export function reportedSql(column: string): string {
  return `${column} = any (array[${REPORTED_PROTOCOLS.map((name) => `'${name}'`).join(", ")}]::text[])`;
}
