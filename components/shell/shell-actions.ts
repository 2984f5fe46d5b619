"use client";
import { BookOpen, Keyboard, Search, SunMoon } from "lucide-react";
import type { Action } from "@/components/page/actions";
import { CREATE } from "@/components/page/create-actions";
import { guideOf } from "@/components/page/guide-of-page";
import { NAV_ITEMS, settingsItems } from "@/components/page/nav-items";
import { readTheme, writeTheme } from "@/lib/client/theme";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { openPalette, openShortcuts } from "./palette/palette-state";
import { ROW_ACTIONS } from "./rows";

const GENERAL: readonly Action[] = [
  {
    group: "General",
    label: "Search or run a command",
    icon: Search,
    keys: "mod+k",
    run: openPalette,
    isKeyOnly: true,
  },
  {
    group: "General",
    label: "Open the guide to this page",
    icon: BookOpen,
    run: () => void open(guideOf(location.pathname), "_blank"),
  },
  { group: "General", label: "Show keyboard shortcuts", icon: Keyboard, keys: "?", run: openShortcuts },
  {
    group: "General",
    label: "Toggle light and dark theme",
    icon: SunMoon,
    run: () => writeTheme(readTheme() === "dark" ? "light" : "dark"),
  },
];

/** Returns the actions that work on every page of the dashboard. */
export function shellActions(
  { user, project, projects }: Viewer,
  switchTo: (projectId: number) => void,
): Action[] {
  return [
    ...ROW_ACTIONS,
    ...Object.values(CREATE),
    ...NAV_ITEMS.map(({ key, ...item }): Action => ({ ...item, group: "Go to", keys: `g ${key}` })),
    ...settingsItems(user.role !== "member").map((item): Action => ({ ...item, group: "Settings" })),
    ...projects
      .filter(({ id }) => id !== project?.id)
      .map(
        ({ id, name }): Action => ({
          group: "Projects",
          label: `Switch to ${name}`,
          run: () => switchTo(id),
        }),
      ),
    ...GENERAL,
  ];
}
