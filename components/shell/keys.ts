"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { NAV_ITEMS } from "./nav-items";
import { openPalette, openShortcuts } from "./palette-state";

const CHORD_MS = 1200;

/** Handles the global shortcuts: ⌘K, ?, g + page key, c, /, and j, k and Enter on rows marked with data-row. */
export function useKeys(): void {
  const router = useRouter();
  useEffect(() => {
    let chordUntilMs = 0;
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        return openPalette();
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (event.timeStamp < chordUntilMs) {
        chordUntilMs = 0;
        const item = NAV_ITEMS.find(({ key }) => key === event.key);
        if (item) return router.push(item.href);
      }
      if (event.key === "g") chordUntilMs = event.timeStamp + CHORD_MS;
      else if (event.key === "?") openShortcuts();
      else if (event.key === "c") router.push("/monitors/new");
      else if (event.key === "j" || event.key === "k") moveRow(event.key === "j" ? 1 : -1);
      else if (event.key === "/") focusSearch(event);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [router]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, dialog[open], [role=menu]") !== null
  );
}

/** Focuses the next row's link, so that Enter opens it and screen readers announce it. */
function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next =
    rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step))];
  next?.querySelector<HTMLElement>("a[href]")?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLElement>("input[type=search]");
  if (!field) return;
  event.preventDefault();
  field.focus();
}
