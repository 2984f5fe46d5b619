"use client";
import { Bookmark } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Dialog } from "@/components/ui/overlays/dialog";
import type { FilteredList } from "@/lib/contract/accounts/saved-filters";

const SavedFilterChoices = lazyPart(async () => (await import("./saved-filter-choices")).SavedFilterChoices);

interface Props {
  list: FilteredList;
  /** The query of the list's current URL; empty while nothing is filtered. */
  current: string;
  onApply: (query: URLSearchParams) => void;
}

/** Applies the person's saved filters to a list, and saves the current ones under a name. */
export function SavedFilters({ list, current, onApply }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Bookmark /> Saved filters
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Saved filters">
        <SavedFilterChoices
          list={list}
          current={current}
          onApply={(filter) => {
            setOpen(false);
            onApply(new URLSearchParams(filter));
          }}
        />
      </Dialog>
    </>
  );
}
