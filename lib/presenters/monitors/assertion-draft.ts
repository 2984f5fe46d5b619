import type { Assertion } from "@/lib/contract/monitors/assertions";

export type AssertionType = Assertion["type"];

export const ASSERTION_OPERATORS = {
  status_code: ["in", "not_in"],
  response_header: ["equals", "not_equals", "contains", "not_contains"],
  response_body: ["contains", "not_contains"],
} as const satisfies { [Type in AssertionType]: readonly Extract<Assertion, { type: Type }>["operator"][] };

/** A new line of the builder. */
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

/** The same line with another operator; one that its type doesn't know changes nothing. */
export function withOperator(assertion: Assertion, operator: string): Assertion {
  const known: readonly string[] = ASSERTION_OPERATORS[assertion.type];
  return known.includes(operator) ? ({ ...assertion, operator } as Assertion) : assertion;
}
