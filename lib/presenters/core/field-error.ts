const NAMED = /^(?:The \S+ field (?=\S)|[a-z_]\S* (?=must be |is required and ))/;
/** What was given is an empty text; a list without items has words of its own. */
const EMPTY = ["characters; given were 0.", "character; given were 0.", '; given was "".'];
const MUST = " must ";

/**
 * A field's error as its form says it: the API names a field as JSON does (`The organization_name field …`), a person knows its label.
 * Other texts stay as they are.
 */
export function fieldErrorWords(label: string, text: string): string {
  if (!NAMED.test(text)) return text;
  const said = text.replace(NAMED, () => `${label} `);
  const isEmpty = EMPTY.some((ending) => said.endsWith(ending));
  const rule = said.slice(said.indexOf(MUST) + MUST.length, said.lastIndexOf(";"));
  return isEmpty && said.includes(MUST) ? `${label} is empty: it must ${rule}.` : said;
}
