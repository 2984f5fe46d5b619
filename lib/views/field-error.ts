const NAMED = /^(?:The \S+ field (?=\S)|[a-z_]\S* (?=must be |is required and ))/;
/** What was given is an empty text; a list without items has words of its own. */
const EMPTY = / must (have .+ characters?(?=; given were 0\.$)|.+(?=; given was ""\.$))/;

/**
 * A field's error as its form says it: the API names a field as JSON does (`The organization_name field …`), a person knows its label.
 * Other texts stay as they are.
 */
export function fieldErrorWords(label: string, text: string): string {
  if (!NAMED.test(text)) return text;
  const said = text.replace(NAMED, () => `${label} `);
  const empty = EMPTY.exec(said);
  return empty ? `${label} is empty: it must ${empty[1]}.` : said;
}
