import { Check } from "@/components/ui/input";
import { fieldErrorWords } from "@/lib/presenters/core/field-error";

const LEGEND = "Announce on";

/** Picks the status pages that announce a window. Renders nothing without a page. */
export function PagesField({
  pages,
  chosen,
  error,
  onChange,
}: {
  pages: readonly { id: number; name: string }[];
  chosen: readonly number[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
}) {
  if (pages.length === 0) return null;
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{LEGEND}</legend>
      <div className="max-h-40 space-y-1.5 overflow-y-auto rounded-lg border border-line p-3">
        {pages.map(({ id, name }) => (
          <Check key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-[13px] text-down">
          {fieldErrorWords(LEGEND, error)}
        </p>
      )}
    </fieldset>
  );
}
