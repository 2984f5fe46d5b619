"use client";
import { History } from "lucide-react";
import { useState } from "react";
import { type Action, currentActions, usePerform } from "@/components/page/actions";
import { useRecents } from "@/components/page/use-recents";
import { StateMark } from "@/components/ui/state-mark";
import { type Line, type LineGroup, matchingGroups } from "./palette-lines";
import { usePaletteRecords } from "./use-palette-records";

/** Returns the palette's lines for the typed text: recent records, found ones, and available actions. */
export function usePaletteLines(text: string, onClose: () => void): readonly LineGroup[] {
  const perform = usePerform();
  const [here] = useState(() => currentActions().filter(({ isKeyOnly }) => !isKeyOnly));
  const recents = useRecents();
  const { search, found, actions } = usePaletteRecords(text);
  const typed = text.trim();
  // The server found it, maybe by something that isn't shown.
  const foundBy = search === typed ? [typed] : [];
  const acting = (action: Pick<Action, "href" | "run">) => () => {
    onClose();
    perform(action as Action);
  };
  const command = (action: Action, keywords: readonly string[]): Line => ({
    value: action.label,
    label: action.label,
    keywords,
    icon: action.icon && <action.icon />,
    keys: action.keys,
    act: acting(action),
  });
  const recent = recents.map(
    ({ href, label }): Line => ({ value: `recent ${href}`, label, icon: <History />, act: acting({ href }) }),
  );
  const records = found.map(
    ({ kind, id, href, label, detail, state }): Line => ({
      value: `${label} ${kind} ${id}`,
      label,
      keywords: [...foundBy, detail],
      icon: state && <StateMark state={state} word={false} />,
      aside: kind,
      act: acting({ href }),
    }),
  );
  const commands = [
    ...here.map((action) => command(action, [])),
    ...actions.map((action) => ({ ...command(action, foundBy), isChange: true })),
  ];
  const first = typed === "" ? { heading: "Recent", lines: recent } : { heading: "Found", lines: records };
  return matchingGroups([first, { heading: "Commands", lines: commands }], typed);
}
