import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input, Select } from "@/components/ui/input";
import type { Assertion } from "@/lib/contract/monitors/assertions";
import { fieldErrorWords } from "@/lib/presenters/core/field-error";
import {
  ASSERTION_OPERATORS,
  type AssertionType,
  emptyAssertion,
  withOperator,
} from "@/lib/presenters/monitors/assertion-draft";
import type { FormPart } from "./monitor-form-part";

const TYPE_WORDS: Record<AssertionType, string> = {
  status_code: "Status code",
  response_header: "Header",
  response_body: "Body",
};

/** Edits the assertions. A check is up only if all of them pass. */
export function AssertionFields({ draft, change, errors, info }: FormPart) {
  const all = draft.success_assertions;
  const set = (next: Assertion[]) => change({ success_assertions: next });
  return (
    <Card
      title={info.success_assertions?.label ?? "Success assertions"}
      aside={<span className="text-[13px] text-muted">All must pass</span>}
    >
      <ul className="space-y-2">
        {all.map((assertion, index) => (
          <AssertionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: an assertion's position is its identity
            key={index}
            assertion={assertion}
            place={index + 1}
            error={
              Object.entries(errors).find(([field]) => field.startsWith(`success_assertions.${index}`))?.[1]
            }
            onChange={(next) => set(all.map((each, at) => (at === index ? next : each)))}
            onRemove={() => set(all.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      {all.length < 20 && (
        <Button size="sm" className="mt-3" onClick={() => set([...all, emptyAssertion("response_body")])}>
          <Plus /> Add assertion
        </Button>
      )}
    </Card>
  );
}

function AssertionRow({
  assertion,
  place,
  error,
  onChange,
  onRemove,
}: {
  assertion: Assertion;
  place: number;
  error: string | undefined;
  onChange: (assertion: Assertion) => void;
  onRemove: () => void;
}) {
  return (
    <li>
      <div className="flex flex-wrap gap-2">
        <Select
          aria-label={`Subject of assertion ${place}`}
          className="w-34"
          value={assertion.type}
          onChange={(event) => onChange(emptyAssertion(event.target.value as AssertionType))}
        >
          {Object.entries(TYPE_WORDS).map(([type, word]) => (
            <option key={type} value={type}>
              {word}
            </option>
          ))}
        </Select>
        {assertion.type === "response_header" && (
          <Input
            aria-label={`Header of assertion ${place}`}
            placeholder="Content-Type"
            className="w-40"
            value={assertion.selector}
            onChange={(event) => onChange({ ...assertion, selector: event.target.value })}
          />
        )}
        <Select
          aria-label={`Operator of assertion ${place}`}
          className="w-36"
          value={assertion.operator}
          onChange={(event) => onChange(withOperator(assertion, event.target.value))}
        >
          {ASSERTION_OPERATORS[assertion.type].map((operator) => (
            <option key={operator} value={operator}>
              {operator.replaceAll("_", " ")}
            </option>
          ))}
        </Select>
        <Input
          aria-label={`Value of assertion ${place}`}
          placeholder={assertion.type === "status_code" ? "2xx,30x" : "Text"}
          className="min-w-32 flex-1"
          value={assertion.value}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange({ ...assertion, value: event.target.value })}
        />
        <Button look="quiet" size="icon" aria-label={`Remove assertion ${place}`} onClick={onRemove}>
          <X />
        </Button>
      </div>
      {error && (
        <p role="alert" className="mt-1 text-[13px] text-down">
          {fieldErrorWords("This assertion", error)}
        </p>
      )}
    </li>
  );
}
