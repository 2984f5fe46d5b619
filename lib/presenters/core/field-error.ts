const NAMED = /^[a-z_]\S* (?=must |is required)/;
/** Endings of errors about an empty string. An empty list has its own wording. */
const EMPTY = ["characters; got 0.", "character; got 0.", '; got "".'];
const MUST = " must ";

/** Replaces the JSON field name that starts an API error (`organization_name must …`) with the label of the field in the form. */
export function fieldErrorWords(label: string, text: string): string {
  if (!NAMED.test(text)) return text;
  const said = text.replace(NAMED, () => `${label} `);
  const isEmpty = EMPTY.some((ending) => said.endsWith(ending));
  const rule = said.slice(said.indexOf(MUST) + MUST.length, said.lastIndexOf(";"));
  return isEmpty && said.includes(MUST) ? `${label} is required. It must ${rule}.` : said;
}

/** Returns the error of a list field, or of one of its items. */
export function errorOf(errors: Readonly<Record<string, string>>, field: string): string | undefined {
  return errors[field] ?? Object.entries(errors).find(([name]) => name.startsWith(`${field}.`))?.[1];
}
