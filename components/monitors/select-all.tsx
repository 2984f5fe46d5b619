import { Check } from "@/components/ui/input";

/** Selects every monitor of the page on phones, where the table has no head. */
export function SelectAll({
  ids,
  selected,
  onSelect,
}: {
  ids: readonly number[];
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
}) {
  const all = ids.length > 0 && ids.every((id) => selected.has(id));
  return (
    <div className="border-b border-line px-4 py-3 md:hidden">
      <Check
        label="Select all on this page"
        checked={all}
        onChange={() => onSelect(all ? new Set() : new Set(ids))}
      />
    </div>
  );
}
