import { invalid, recordNotFound } from "@/lib/contract/core/errors";
import { parseWhole } from "@/lib/contract/core/issues";
import { given } from "@/lib/contract/core/wording";
import type { Match, Route } from "./route-table";
import { isStorable, unstorable } from "./storable";

const ID = /^[1-9]\d{0,15}$/;

/** Parses path parameters. An invalid ID (`abc`, `-1`, `1e3`, 2^63) is a 404, like a missing record. */
export function parseParams(route: Route, match: Match): unknown {
  if (route.paramNames.length === 0) return {};
  const params: Record<string, unknown> = {};
  route.segments.forEach((segment, at) => {
    if (!("param" in segment)) return;
    const text = decode(match.parts[at] ?? "");
    params[segment.param] = route.idParams.has(segment.param) ? toId(text) : text;
  });
  const parsed = route.endpoint.params?.safeParse(params);
  if (parsed && !parsed.success) throw recordNotFound();
  return parsed ? parsed.data : params;
}

/** Parses the decimal text of a positive ID up to 2^53-1. */
export function toId(text: string): number {
  const id = ID.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw recordNotFound();
  return id;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw recordNotFound();
  }
}

const MAX_FIELDS = 500;
const NUMBER = /^-?\d{1,16}$/;

/**
 * Parses query fields. Ignores unknown fields, accepts repetition only where the contract declares a list, and accepts numbers in
 * decimal only.
 */
export function parseQuery(route: Route, search: string): unknown {
  if (!route.query) return {};
  const errors: Record<string, string[]> = {};
  const values: Record<string, string | string[]> = Object.create(null);
  let count = 0;
  for (const [rawName, value] of new URLSearchParams(search)) {
    count += 1;
    if (count > MAX_FIELDS) throw invalid({ query: [`The query must have at most ${MAX_FIELDS} fields.`] });
    // Some clients append brackets to list names.
    const name = rawName.endsWith("[]") ? rawName.slice(0, -2) : rawName;
    const known = values[name];
    if (known === undefined) values[name] = value;
    else if (route.repeatable.has(name)) values[name] = [known, value].flat();
    else errors[name] = [`${name} must appear only once.`];
    if (!isStorable(value)) errors[name] = [unstorable(name)];
    if (route.numbers.has(name) && !NUMBER.test(value)) {
      errors[name] = [`${name} must be a whole number; got ${given(value)}.`];
    }
  }
  const wrong = Object.entries(errors).filter(([name]) => route.repeatable.has(name) || isKnown(route, name));
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong));
  return parseWhole(route.query, values);
}

function isKnown(route: Route, name: string): boolean {
  return route.query !== null && "shape" in route.query && Object.hasOwn(route.query.shape as object, name);
}
