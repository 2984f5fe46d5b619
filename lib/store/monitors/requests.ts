import { SECRET_FIELDS } from "@/lib/contract/protocols/lookup";

const secretFields = SECRET_FIELDS.map((field) => `'${field}'`).join(", ");

/** The request of a monitor `m` with null for its secrets, as SQL, for data that leaves the row, such as events. */
export const OPEN_REQUEST = `(m.request - array(
  select field from unnest(array[${secretFields}]) field where m.request ->> field is not null))`;
