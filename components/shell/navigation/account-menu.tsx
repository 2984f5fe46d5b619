"use client";
import { LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { useAttempt } from "@/components/shell/use-attempt";
import { Menu, MenuItem } from "@/components/ui/overlays/menu";
import { draftStorage, forgetDrafts } from "@/lib/client/drafts";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import { readTheme, type ThemeChoice, writeTheme } from "@/lib/client/theme";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { now } from "@/lib/shared/clock";

const NEXT: Record<ThemeChoice, { theme: ThemeChoice; label: string; icon: typeof Sun }> = {
  system: { theme: "light", label: "Use light theme", icon: Sun },
  light: { theme: "dark", label: "Use dark theme", icon: Moon },
  dark: { theme: "system", label: "Use system theme", icon: Monitor },
};

async function signOut(): Promise<void> {
  await request(routes.signOut);
  forgetDrafts(draftStorage(), "all", now());
  location.assign("/sign-in");
}

export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const [theme, setTheme] = useState<ThemeChoice>(readTheme);
  const [, attempt] = useAttempt();
  const next = NEXT[theme];
  const Icon = next.icon;
  const turn = () => {
    writeTheme(next.theme);
    setTheme(next.theme);
  };
  return (
    <Menu
      label={`Account menu for ${viewer.user.name}`}
      align="start"
      up
      triggerClass="flex w-full items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-left hover:bg-hover"
      trigger={
        <>
          <span className="grid size-7 shrink-0 place-items-center rounded-full bg-ink text-xs font-semibold text-bg">
            {viewer.user.name.slice(0, 1).toUpperCase()}
          </span>
          <span className="min-w-0">
            <span className="block truncate font-medium">{viewer.user.name}</span>
            <span className="block truncate text-xs text-muted">{viewer.user.email}</span>
          </span>
        </>
      }
    >
      <MenuItem onSelect={turn}>
        <Icon /> {next.label}
      </MenuItem>
      <MenuItem onSelect={() => attempt(signOut)}>
        <LogOut /> Sign out
      </MenuItem>
    </Menu>
  );
}
