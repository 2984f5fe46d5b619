"use client";
import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { SearchField } from "@/components/ui/input";

/** Renders the search field of a list and its filters, which a phone keeps behind one button. */
export function FilterBar({
  label,
  search,
  onSearch,
  chosen,
  children,
}: {
  /** Fields that the search covers. */
  label: string;
  search: string;
  onSearch: (text: string) => void;
  /** Number of filters in use. */
  chosen: number;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <search className="mb-4 flex flex-wrap gap-2">
      <SearchField label={label} value={search} onChange={onSearch} />
      <Button className="sm:hidden" aria-expanded={open} onClick={() => setOpen(!open)}>
        <SlidersHorizontal /> {chosen > 0 ? `Filters · ${chosen}` : "Filters"}
      </Button>
      <div className={cn("contents", !open && "max-sm:hidden")}>{children}</div>
    </search>
  );
}
