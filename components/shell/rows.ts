"use client";
import type { Action } from "@/components/page/actions";

/** Elements that the keys focus in a row marked with `data-row`, the best first. Enter then opens it. */
const MAIN = ["a[href]:not([target])", "[aria-haspopup=menu]", "button"];

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-row]")];
const hasRows = () => document.querySelector("[data-row]") !== null;
const focusedRow = () => rows().findIndex((row) => row.contains(document.activeElement));
const checkbox = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>("input[type=checkbox]");

/** Focuses the next row's main control, so that Enter opens it and screen readers announce it. */
function move(step: 1 | -1): void {
  const all = rows();
  const at = focusedRow();
  const first = step > 0 ? 0 : all.length - 1;
  const next = all[at < 0 ? first : Math.min(all.length - 1, Math.max(0, at + step))];
  const main = MAIN.map((selector) => next?.querySelector<HTMLElement>(selector)).find(Boolean);
  main?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function focusSearch(): void {
  document.querySelector<HTMLElement>("input[type=search]")?.focus();
}

const key = { group: "On this page", isKeyOnly: true, works: hasRows } as const;

/** The shortcuts of every list: a list only marks its rows with `data-row`. */
export const ROW_ACTIONS: readonly Action[] = [
  { ...key, keys: "j", label: "Next row", run: () => move(1) },
  { ...key, keys: "k", label: "Previous row", run: () => move(-1) },
  { ...key, keys: "Enter", label: "Open the focused row" },
  {
    ...key,
    keys: "x",
    label: "Select the focused row",
    works: () => rows().some(checkbox),
    run: () => checkbox(rows()[focusedRow()])?.click(),
  },
  {
    ...key,
    keys: "/",
    label: "Search the list",
    works: () => document.querySelector("input[type=search]") !== null,
    run: focusSearch,
  },
];
