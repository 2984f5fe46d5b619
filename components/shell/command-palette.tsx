"use client";
import { Command } from "cmdk";
import { History } from "lucide-react";
import { type ReactNode, useState } from "react";
import { StateMark } from "@/components/ui/state-mark";
import { type Action, currentActions, usePerform } from "./actions";
import { Keys } from "./key-mark";
import { earlyText } from "./palette-state";
import { usePaletteRecords } from "./use-palette-records";
import { useRecents } from "./use-recents";

const GROUP =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

/** Opens any record or page, and does what can be done now, from the keyboard. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const perform = usePerform();
  const [text, setText] = useState(earlyText);
  const [here] = useState(() => currentActions().filter(({ isKeyOnly }) => !isKeyOnly));
  const recents = useRecents();
  const { found, actions } = usePaletteRecords(text);
  const typed = text.trim();
  const act = (action: Pick<Action, "href" | "run">) => () => {
    onClose();
    perform(action as Action);
  };
  const line = (action: Action, isFound: boolean) => (
    <Item
      key={action.label}
      value={action.label}
      {...(isFound && { keywords: [typed] })}
      onSelect={act(action)}
      icon={action.icon && <action.icon />}
      keys={action.keys}
    >
      {action.label}
    </Item>
  );
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
        placeholder="Search monitors, incidents, pages and commands…"
        className="w-full border-b border-line bg-transparent px-4 py-3.5 text-base outline-none placeholder:text-muted"
      />
      <Command.List className="max-h-[52dvh] overflow-y-auto p-1.5">
        <Command.Empty className="px-4 py-8 text-center text-muted">No results</Command.Empty>
        {typed === "" && recents.length > 0 && (
          <Command.Group heading="Recent" className={GROUP}>
            {recents.map(({ href, label }) => (
              <Item key={href} value={`recent ${href}`} onSelect={act({ href })} icon={<History />}>
                {label}
              </Item>
            ))}
          </Command.Group>
        )}
        {typed !== "" && (
          <Command.Group heading="Found" className={GROUP}>
            {found.map(({ kind, id, href, label, detail, state }) => (
              <Item
                key={href}
                value={`${label} ${kind} ${id}`}
                // The server found it, maybe by something that isn't shown.
                keywords={[typed, detail]}
                onSelect={act({ href })}
                icon={state && <StateMark state={state} word={false} />}
                aside={kind}
              >
                {label}
              </Item>
            ))}
          </Command.Group>
        )}
        <Command.Group heading="Commands" className={GROUP}>
          {here.map((action) => line(action, false))}
          {actions.map((action) => line(action, true))}
        </Command.Group>
      </Command.List>
    </Command.Dialog>
  );
}

interface ItemProps {
  value: string;
  keywords?: string[];
  onSelect: () => void;
  icon?: ReactNode;
  keys?: string | undefined;
  aside?: string;
  children: ReactNode;
}

function Item({ value, keywords, onSelect, icon, keys, aside, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      {...(keywords && { keywords })}
      onSelect={onSelect}
      className="flex cursor-pointer items-center gap-2.5 rounded-lg px-3 py-2 data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {aside && <span className="text-xs text-muted">{aside}</span>}
      {keys && <Keys keys={keys} />}
    </Command.Item>
  );
}
