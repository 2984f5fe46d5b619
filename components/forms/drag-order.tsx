"use client";
import { GripVertical } from "lucide-react";
import { type DragEvent, useState } from "react";
import { moved } from "@/lib/presenters/status-pages/draft";

/** Lets a pointer drag rows into another order. Offer buttons too, for keyboards and fingers. */
export function useDragOrder<Item>(items: readonly Item[], onChange: (items: Item[]) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  return {
    row: (index: number) => ({
      "data-dragged": dragged === index || undefined,
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        event.stopPropagation();
        if (dragged === index) return;
        onChange(moved(items, dragged, index - dragged));
        setDragged(index);
      },
    }),
    grip: (index: number) => ({ onStart: () => setDragged(index), onEnd: () => setDragged(null) }),
  };
}

/** Renders the part of a row that a pointer drags. */
export function Grip({ onStart, onEnd }: { onStart: () => void; onEnd: () => void }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the row's buttons do the same for a keyboard
    <span
      draggable
      title="Drag to reorder"
      className="cursor-grab px-1 py-2 text-muted touch:hidden"
      onDragStart={(event) => {
        event.stopPropagation();
        const row = event.currentTarget.closest("li");
        if (row) event.dataTransfer.setDragImage(row, 0, 0);
        onStart();
      }}
      onDragEnd={onEnd}
    >
      <GripVertical className="size-4" aria-hidden="true" />
    </span>
  );
}
