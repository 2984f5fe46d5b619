"use client";
import { type ComponentType, lazy } from "react";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

const parts: (() => Promise<unknown>)[] = [];
let isWanted = false;

/** Without a connection, a part loads when it opens. */
const start = (load: () => Promise<unknown>) => void load().catch(() => undefined);

/** Loads until it succeeds, because a part that fails permanently takes the whole page with it, and what was typed there. */
async function persistently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** Keeps a component that a page doesn't need at once out of its first script. Its `Suspense` waits until the server answers. */
export function laterPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => persistently(load));
}

/** Keeps a component that opens on request, such as a dialog's form, out of a page's first script. It loads with the first input. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  const part = async () => ({ default: await load() });
  parts.push(part);
  if (isWanted) start(part);
  return laterPart(part);
}

/** Loads all parts of the pages opened so far and from now on, so that they open at once. */
export function loadParts(): void {
  isWanted = true;
  for (const part of parts) start(part);
}
