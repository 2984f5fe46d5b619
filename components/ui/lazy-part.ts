"use client";
import { type ComponentType, lazy } from "react";

const parts: (() => Promise<unknown>)[] = [];
let isWanted = false;

/** Without a connection, a part loads when it opens. */
const start = (load: () => Promise<unknown>) => void load().catch(() => undefined);

/** Keeps a component that opens on request, such as a dialog's form, out of a page's first script. It loads with the first input. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  const part = async () => ({ default: await load() });
  parts.push(part);
  if (isWanted) start(part);
  return lazy(part);
}

/** Loads all parts of the pages opened so far and from now on, so that they open at once. */
export function loadParts(): void {
  isWanted = true;
  for (const part of parts) start(part);
}
