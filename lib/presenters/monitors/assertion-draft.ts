import type { Assertion } from "@/lib/contract/monitors/assertions";

export type AssertionType = Assertion["type"];

export const ASSERTION_OPERATORS = {
  status_code: ["in", "not_in"],
  response_header: ["equals", "not_equals", "contains", "not_contains"],
  response_body: ["contains", "not_contains"],
} as const satisfies { [Type in AssertionType]: readonly Extract<Assertion, { type: Type }>["operator"][] };

/** Returns a new assertion with default values. */
export function emptyAssertion(type: AssertionType): Assertion {
  switch (type) {
    case "status_code":
      return { type, operator: "in", value: "2xx,30x" };
    case "response_header":
      return { type, operator: "contains", selector: "", value: "" };
    case "response_body":
      return { type, operator: "contains", value: "" };
  }
}

/** Returns the assertion with another operator, unchanged if its type doesn't support it. */
export function withOperator(assertion: Assertion, operator: string): Assertion {
  const known: readonly string[] = ASSERTION_OPERATORS[assertion.type];
  return known.includes(operator) ? ({ ...assertion, operator } as Assertion) : assertion;
}
