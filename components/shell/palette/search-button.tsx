"use client";
import { Search } from "lucide-react";
import { useKeyWords } from "@/components/page/actions";
import { PlainButton } from "@/components/ui/button";
import { openPalette } from "./palette-state";

export function SearchButton() {
  return (
    <PlainButton
      onClick={openPalette}
      className="mt-2 flex w-full items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-muted hover:bg-hover hover:text-ink"
    >
      <Search className="size-4" aria-hidden="true" />
      Search…
      <kbd className="ml-auto rounded border border-line px-1.5 font-sans text-[11px]">
        {useKeyWords("mod+k")}
      </kbd>
    </PlainButton>
  );
}
