const NAMED = /^The \S+ field (?=\S)/;

/**
 * A field's error as its form says it: the API names a field as JSON does (`The organization_name field …`), a person knows its label.
 * Other texts stay as they are.
 */
export function fieldErrorWords(label: string, text: string): string {
  if (!NAMED.test(text)) return text;
  const said = text.replace(NAMED, () => `${label} `);
  const empty = /^(.*?) must have (.+ characters?); given were 0\.$/.exec(said);
  return empty ? `${empty[1]} is empty: it must have ${empty[2]}.` : said;
}
