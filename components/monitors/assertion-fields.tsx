import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input, Options, Select } from "@/components/ui/input";
import { asksPresence } from "@/lib/contract/protocols/presence";
import { fieldErrorWords } from "@/lib/presenters/core/field-error";
import {
  type AssertionDraft,
  type AssertionForm,
  emptyAssertion,
  withOperator,
} from "@/lib/presenters/monitors/assertion-draft";
import { assertionsOf } from "@/lib/presenters/monitors/form";
import type { FormPart } from "./monitor-form-part";

/** Edits the assertions. A check is up only if all of them pass. */
export function AssertionFields({ draft, change, errors, info, protocol }: FormPart) {
  const all = assertionsOf(draft, protocol);
  const kinds = protocol.assertions;
  const [added] = kinds.slice(-1);
  const set = (next: AssertionDraft[]) => change({ success_assertions: next });
  return (
    <Card
      title={info.success_assertions?.label ?? "Success assertions"}
      aside={<span className="text-[13px] text-muted">All must pass</span>}
    >
      <ul className="divide-y divide-line">
        {all.map((assertion, index) => (
          <AssertionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: an assertion's position is its identity
            key={index}
            assertion={assertion}
            kinds={kinds}
            place={index + 1}
            error={
              Object.entries(errors).find(([field]) => field.startsWith(`success_assertions.${index}`))?.[1]
            }
            onChange={(next) => set(all.map((each, at) => (at === index ? next : each)))}
            onRemove={() => set(all.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      {added && all.length < 20 && (
        <Button size="sm" className="mt-3" onClick={() => set([...all, emptyAssertion(added)])}>
          <Plus /> Add assertion
        </Button>
      )}
    </Card>
  );
}

function AssertionRow({
  assertion,
  kinds,
  place,
  error,
  onChange,
  onRemove,
}: {
  assertion: AssertionDraft;
  kinds: readonly AssertionForm[];
  place: number;
  error: string | undefined;
  onChange: (assertion: AssertionDraft) => void;
  onRemove: () => void;
}) {
  const kind = kinds.find(({ type }) => type === assertion.type);
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap gap-2 md:flex-nowrap">
        <Select
          aria-label={`Subject of assertion ${place}`}
          className="max-md:w-[calc(100%-3rem)] md:w-36 md:shrink-0"
          value={assertion.type}
          onChange={(event) => {
            const chosen = kinds.find(({ type }) => type === event.target.value);
            if (chosen) onChange(emptyAssertion(chosen));
          }}
        >
          <Options of={kinds} option={({ type, label }) => [type, label]} />
        </Select>
        {assertion.selector !== undefined && (
          <Input
            aria-label={`${kind?.label} of assertion ${place}`}
            placeholder={kind?.selector ?? undefined}
            className="min-w-24 max-md:order-1 max-md:basis-full md:flex-1"
            value={assertion.selector}
            onChange={(event) => onChange({ ...assertion, selector: event.target.value })}
          />
        )}
        <Select
          aria-label={`Operator of assertion ${place}`}
          className="max-md:order-1 max-md:flex-1 md:w-36 md:shrink-0"
          value={assertion.operator}
          onChange={(event) => onChange(withOperator(assertion, event.target.value))}
        >
          <Options
            of={kind?.operators ?? []}
            option={(operator) => [operator, operator.replaceAll("_", " ")]}
          />
        </Select>
        {!asksPresence(assertion.operator) && (
          <Input
            aria-label={`Value of assertion ${place}`}
            placeholder={kind?.placeholder}
            className="min-w-24 flex-1 max-md:order-1"
            value={assertion.value}
            aria-invalid={error ? true : undefined}
            onChange={(event) => onChange({ ...assertion, value: event.target.value })}
          />
        )}
        <Button
          variant="quiet"
          size="icon"
          className="shrink-0"
          aria-label={`Remove assertion ${place}`}
          onClick={onRemove}
        >
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
