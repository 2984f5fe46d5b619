import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { fieldErrorWords } from "@/lib/presenters/core/field-error";
import type { RequestControl } from "@/lib/presenters/monitors/request-draft";

interface Pair {
  name: string;
  value: string;
}

/** Edits a list of names with values, such as headers. */
export function PairFields({
  control,
  pairs,
  errors,
  onChange,
}: {
  control: RequestControl;
  pairs: readonly Pair[];
  errors: Record<string, string>;
  onChange: (pairs: Pair[]) => void;
}) {
  const { name, label, max, placeholder } = control;
  const one = label.toLowerCase().replace(/s$/, "");
  const put = (index: number, pair: Pair) => onChange(pairs.map((each, at) => (at === index ? pair : each)));
  return (
    <fieldset className="grow space-y-2">
      <legend className="mb-1.5 text-[13px] font-medium">{label}</legend>
      {pairs.map((pair, index) => {
        const path = `request.${name}.${index}`;
        const error = errors[`${path}.name`] ?? errors[`${path}.value`];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pair's position is its identity; names may repeat
          <div key={index}>
            <div className="flex gap-2">
              <Input
                aria-label={`Name of ${one} ${index + 1}`}
                placeholder={placeholder ?? undefined}
                value={pair.name}
                onChange={(event) => put(index, { ...pair, name: event.target.value })}
                className="w-40"
              />
              <Input
                aria-label={`Value of ${one} ${index + 1}`}
                value={pair.value}
                onChange={(event) => put(index, { ...pair, value: event.target.value })}
              />
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Remove ${one} ${index + 1}`}
                onClick={() => onChange(pairs.filter((_, at) => at !== index))}
              >
                <X />
              </Button>
            </div>
            {error && (
              <p role="alert" className="mt-1 text-[13px] text-down">
                {fieldErrorWords(`This ${one}`, error)}
              </p>
            )}
          </div>
        );
      })}
      {(max === null || pairs.length < max) && (
        <Button size="sm" onClick={() => onChange([...pairs, { name: "", value: "" }])}>
          <Plus /> Add {one}
        </Button>
      )}
    </fieldset>
  );
}
