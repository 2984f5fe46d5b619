/**
 * Returns the SQL of a key that sorts as people read, ignoring case: `Shop 2` before `Shop 10`. Each number in it has the same 20
 * digits. Monitors store theirs as `name_order`.
 */
export const naturalOrderOf = (text: string) =>
  `regexp_replace(regexp_replace(lower(${text}), '[0-9]+', '${"0".repeat(20)}\\&', 'g'), '[0-9]*([0-9]{20})', '\\1', 'g')`;
