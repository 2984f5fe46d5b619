import { jsonPathProblem } from "@/lib/contract/core/json-path";

/** Operators by the signs of other products, which begin with a letter where they name the operator. */
const OPERATORS: Readonly<Record<string, string>> = {
  "==": "equals",
  "!=": "not_equals",
  ">": "greater_than",
  ">=": "at_least",
  "<": "less_than",
  "<=": "at_most",
  contains: "contains",
  not_contains: "not_contains",
};
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** Returns the assertion that compares one value of a JSON body; null for another path than a plain one, or limits that aren't numbers. */
export function jsonComparison(selector: string, sign: string, value: string) {
  const operator = Object.hasOwn(OPERATORS, sign) ? OPERATORS[sign] : undefined;
  if (!operator || jsonPathProblem(selector) !== null || (/^[<>]/.test(sign) && !NUMBER.test(value)))
    return null;
  return { type: "response_json", operator, selector, value };
}
