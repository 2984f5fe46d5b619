import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { directionOf, nextSort } from "@/lib/presenters/core/sorting";
import { PlainButton } from "./button";
import { cn } from "./class-names";

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

/** Renders the head of a sortable column. A click sorts by it, a second click reverses the order. */
export function SortHead<Sort extends string>({
  label,
  column,
  first,
  sort,
  onSort,
  className,
}: {
  label: string;
  column: string;
  /** The order of the first click. */
  first: Sort;
  sort: Sort;
  onSort: (sort: Sort) => void;
  className?: string;
}) {
  const direction = directionOf(sort, column);
  const Icon = ICONS[direction];
  return (
    <th scope="col" aria-sort={direction} className={className}>
      <PlainButton
        onClick={() => onSort(nextSort(sort, first))}
        className={cn(
          "inline-flex items-center gap-1 rounded hover:text-ink",
          direction !== "none" && "text-ink",
        )}
      >
        {label}
        <Icon className={cn("size-3.5", direction === "none" && "opacity-50")} aria-hidden="true" />
      </PlainButton>
    </th>
  );
}
