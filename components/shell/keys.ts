"use client";
import { useEffect } from "react";
import { currentActions, usePerform } from "@/components/page/actions";
import { isOverlayOpen, typeEarly } from "./palette/palette-state";

const CHORD_MS = 1200;

/** Runs the action whose keys were pressed. Keys typed into a field, a menu, or a dialog belong to it, except ⌘K. */
export function useKeys(): void {
  const perform = usePerform();
  useEffect(() => {
    let chord = { key: "", untilMs: 0 };
    const onKey = (event: KeyboardEvent) => {
      const hasMod = event.metaKey || event.ctrlKey;
      if (event.altKey || (!hasMod && isTyping(event.target))) return;
      if (!hasMod && isOverlayOpen()) return event.key.length === 1 ? typeEarly(event.key) : undefined;
      const pressed = hasMod ? `mod+${event.key.toLowerCase()}` : event.key;
      const actions = currentActions();
      const inChord = event.timeStamp < chord.untilMs ? `${chord.key} ${pressed}` : null;
      const found =
        actions.find(({ keys }) => keys === inChord) ?? actions.find(({ keys }) => keys === pressed);
      const opens = actions.some(({ keys }) => keys?.startsWith(`${pressed} `));
      chord = { key: pressed, untilMs: opens && !found ? event.timeStamp + CHORD_MS : 0 };
      if (!found?.run && found?.href === undefined) return;
      event.preventDefault();
      perform(found);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [perform]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      "input:not([type=checkbox]), textarea, select, dialog[open], [role=menu], [role=dialog]",
    ) !== null
  );
}
