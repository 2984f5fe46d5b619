/** One step into a JSON value: a name, or a place in a list, counted from the end if negative. */
export type JsonStep = string | number;

const NAME = /[^.[\]'"\s]+/y;
const INDEX = /\[(-?\d{1,9})\]/y;
const QUOTED = /\[(?:'([^']*)'|"([^"]*)")\]/y;

/**
 * Reads a path such as `$.data.items[0].id`, `items[-1]["a.b"]`, or `$`: the part of JSONPath (RFC 9535) that names one value. `$` may be
 * left out. Returns the position of the first character that doesn't fit instead.
 */
export function jsonPath(text: string): readonly JsonStep[] | { readonly problemAt: number } {
  const steps: JsonStep[] = [];
  let at = text.startsWith("$") ? 1 : 0;
  const take = (pattern: RegExp, from: number) => {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    if (found) at = from + found[0].length;
    return found;
  };
  while (at < text.length) {
    const index = take(INDEX, at);
    const quoted = index ? null : take(QUOTED, at);
    // The first name has no dot before it, unless the path starts with $.
    const dotted = text[at] === "." ? at + 1 : at === 0 ? 0 : -1;
    if (index) steps.push(Number(index[1]));
    else if (quoted) steps.push(quoted[1] ?? quoted[2] ?? "");
    else {
      const name = dotted < 0 ? null : take(NAME, dotted);
      if (!name) return { problemAt: at };
      steps.push(name[0]);
    }
  }
  return text === "" ? { problemAt: 0 } : steps;
}

/** Returns why a text isn't such a path, or null. */
export function jsonPathProblem(text: string): string | null {
  const read = jsonPath(text);
  if (!("problemAt" in read)) return null;
  return `must be a path to one value, such as $.status or $.items[0].name; got ${JSON.stringify(text.slice(0, 60))}, which doesn't fit from character ${read.problemAt + 1} on`;
}
