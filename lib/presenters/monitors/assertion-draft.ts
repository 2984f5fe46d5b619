import { asksPresence } from "@/lib/contract/protocols/presence";

/** An assertion as it is edited. The contract validates it by protocol. */
export interface AssertionDraft {
  type: string;
  operator: string;
  selector?: string;
  value: string;
}

/** A type of assertion as the form offers it. */
export interface AssertionForm {
  type: string;
  label: string;
  operators: string[];
  /** Example of the selector; null for a type without one. */
  selector: string | null;
  /** Example of the value. */
  placeholder: string;
}

/** Returns an assertion with another operator, without its value if that has none. */
export function withOperator(assertion: AssertionDraft, operator: string): AssertionDraft {
  return { ...assertion, operator, value: asksPresence(operator) ? "" : assertion.value };
}

/** Returns a new assertion of a type, with the most forgiving operator. */
export function emptyAssertion({ type, operators, selector }: AssertionForm): AssertionDraft {
  const operator = operators.find((name) => name === "contains") ?? operators[0] ?? "";
  return { type, operator, ...(selector !== null && { selector: "" }), value: "" };
}
