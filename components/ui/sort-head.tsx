import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import Link from "next/link";
import { directionOf, nextSort } from "@/lib/presenters/core/sorting";
import { PlainButton } from "./button";
import { cn } from "./class-names";

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

/** Renders the head of a sortable column. A click sorts by it, a second click reverses the order. With `hrefOf` it's a link. */
export function SortHead<Sort extends string>({
  label,
  column,
  first,
  sort,
  onSort,
  hrefOf,
  className,
}: {
  label: string;
  column: string;
  /** The order of the first click. */
  first: Sort;
  sort: Sort;
  onSort?: (sort: Sort) => void;
  hrefOf?: (sort: Sort) => string;
  className?: string;
}) {
  const direction = directionOf(sort, column);
  const Icon = ICONS[direction];
  const next = nextSort(sort, first);
  const look = cn(
    "inline-flex items-center gap-1 rounded hover:text-ink",
    direction !== "none" && "text-ink",
  );
  const content = (
    <>
      {label}
      <Icon
        className={cn("size-3.5 print:hidden", direction === "none" && "opacity-50")}
        aria-hidden="true"
      />
    </>
  );
  return (
    <th scope="col" aria-sort={direction} className={className}>
      {hrefOf ? (
        <Link href={hrefOf(next)} scroll={false} className={look}>
          {content}
        </Link>
      ) : (
        <PlainButton onClick={() => onSort?.(next)} className={look}>
          {content}
        </PlainButton>
      )}
    </th>
  );
}
