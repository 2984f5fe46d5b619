"use client";
import type { LucideIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";

export const ACTION_GROUPS = ["On this page", "Create", "Go to", "Settings", "Projects", "General"] as const;

/**
 * Something a person can do. Its button, its line in the command palette, its shortcut, and its line in the help come
 * from here.
 */
export interface Action {
  label: string;
  group: (typeof ACTION_GROUPS)[number];
  icon?: LucideIcon;
  /** A key (`p`), two pressed in turn (`g m`), or one with Ctrl or ⌘ (`mod+k`). */
  keys?: string;
  /** The page it opens. */
  href?: string;
  run?: () => void;
  /** The path of the API that does the same without a body, for a press before the page's scripts run. */
  path?: string;
  /** Only a shortcut: without meaning in the command palette. */
  isKeyOnly?: boolean;
  /** Returns whether it works now. Always, if missing. */
  works?: () => boolean;
}

const mounted = new Set<{ current: readonly Action[] }>();

/** Offers actions while the calling component is on screen. */
export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    mounted.add(latest);
    return () => void mounted.delete(latest);
  }, []);
}

/** Returns the actions that work now, in the order of the groups. */
export function currentActions(): Action[] {
  return [...mounted]
    .flatMap(({ current }) => current)
    .filter(({ works }) => works?.() ?? true)
    .sort((a, b) => ACTION_GROUPS.indexOf(a.group) - ACTION_GROUPS.indexOf(b.group));
}

/** Returns a function that does an action: opens its page or runs it. */
export function usePerform(): (action: Action) => void {
  const router = useRouter();
  return useCallback(
    ({ href, run }: Action) => {
      if (href !== undefined) router.push(href);
      run?.();
    },
    [router],
  );
}

/** Returns the keys of an action as the reader's keyboard has them: `⌘K`, `Ctrl K`, `g m`. */
export function useKeyWords(keys: string): string {
  const isApple = useHydrated() && /Mac|iP(?:hone|ad|od)/.test(navigator.platform);
  return keys.replace("mod+k", isApple ? "⌘K" : "Ctrl K");
}
