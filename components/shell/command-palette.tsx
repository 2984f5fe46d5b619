"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { StateMark } from "@/components/ui/state-mark";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { readTheme, writeTheme } from "@/lib/client/theme";
import { targetOf } from "@/lib/presenters/monitors/protocols";
import { NAV_ITEMS } from "./nav-items";
import { openShortcuts } from "./palette-state";
import { useProtocols } from "./protocols";

const GROUP =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

/** Finds monitors and pages and runs commands from the keyboard. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const protocols = useProtocols();
  const [text, setText] = useState("");
  const pause = useSave(routes.pauseMonitor, { done: "Monitor paused" });
  const resume = useSave(routes.resumeMonitor, { done: "Monitor resumed" });
  const monitors = useQuery({
    ...query(routes.listMonitors, { query: { search: text, per_page: 6 } }),
    placeholderData: keepPreviousData,
  });
  const go = (href: string) => () => {
    onClose();
    router.push(href);
  };
  const run = (act: () => void) => () => {
    onClose();
    act();
  };
  const turnTheme = () => writeTheme(readTheme() === "dark" ? "light" : "dark");
  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      label="Search or run a command"
      overlayClassName="fixed inset-0 z-40 bg-black/40"
      contentClassName="fixed inset-x-3 top-[12dvh] z-50 mx-auto max-w-xl animate-appear overflow-hidden rounded-2xl border border-line bg-raised shadow-(--shadow)"
    >
      <Command.Input
        autoFocus
        value={text}
        onValueChange={setText}
        placeholder="Search monitors, pages and commands…"
        className="w-full border-b border-line bg-transparent px-4 py-3.5 text-base outline-none placeholder:text-muted"
      />
      <Command.List className="max-h-[52dvh] overflow-y-auto p-1.5">
        <Command.Empty className="px-4 py-8 text-center text-muted">No results</Command.Empty>
        <Command.Group heading="Commands" className={GROUP}>
          <Item onSelect={go("/monitors/new")}>New monitor</Item>
          <Item onSelect={go("/incidents/new")}>Report an incident</Item>
          <Item onSelect={go("/status-pages/new")}>New status page</Item>
          <Item onSelect={go("/settings/import")}>Import or export the configuration</Item>
          <Item onSelect={run(turnTheme)}>Toggle light and dark theme</Item>
          <Item onSelect={run(openShortcuts)}>Keyboard shortcuts</Item>
        </Command.Group>
        <Command.Group heading="Monitors" className={GROUP}>
          {(monitors.data?.data ?? []).map((monitor) => (
            <Item
              key={monitor.id}
              value={`${monitor.name} ${monitor.id}`}
              keywords={[text, targetOf(protocols, monitor)]}
              onSelect={go(`/monitors/${monitor.id}`)}
            >
              <StateMark state={monitor.status} word={false} /> {monitor.name}
            </Item>
          ))}
          {text.length > 1 &&
            (monitors.data?.data ?? []).slice(0, 3).map((monitor) => (
              <Item
                key={monitor.id}
                value={`${monitor.paused ? "resume" : "pause"} ${monitor.name} ${monitor.id}`}
                onSelect={run(() =>
                  (monitor.paused ? resume : pause).mutate({ params: { monitorId: monitor.id } }),
                )}
              >
                {monitor.paused ? "Resume" : "Pause"} {monitor.name}
              </Item>
            ))}
        </Command.Group>
        <Command.Group heading="Go to" className={GROUP}>
          {NAV_ITEMS.map((item) => (
            <Item key={item.href} onSelect={go(item.href)}>
              {item.label}
            </Item>
          ))}
        </Command.Group>
      </Command.List>
    </Command.Dialog>
  );
}

interface ItemProps {
  value?: string;
  keywords?: string[];
  onSelect: () => void;
  children: ReactNode;
}

function Item({ value, keywords, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      {...(value && { value })}
      {...(keywords && { keywords })}
      onSelect={onSelect}
      className="flex cursor-pointer items-center gap-2.5 rounded-lg px-3 py-2 data-[selected=true]:bg-hover"
    >
      {children}
    </Command.Item>
  );
}
