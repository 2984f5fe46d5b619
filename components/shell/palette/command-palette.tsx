"use client";
import { Command } from "cmdk";
import { useState } from "react";
import { Keys } from "@/components/shell/key-mark";
import type { Line } from "./palette-lines";
import { earlyText } from "./palette-state";
import { usePaletteLines } from "./use-palette-lines";

const GROUP =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

/** Opens any record or page, and does what can be done now, from the keyboard. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState(earlyText);
  const [chosen, setChosen] = useState("");
  const groups = usePaletteLines(text, onClose);
  const values = groups.flatMap(({ lines }) => lines.map(({ value }) => value));
  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      label="Search or run a command"
      // Enter always has a line to act on: cmdk itself loses the selected one when lines come and go.
      shouldFilter={false}
      value={values.includes(chosen) ? chosen : (values[0] ?? "")}
      onValueChange={setChosen}
      overlayClassName="fixed inset-0 z-40 bg-black/40"
      contentClassName="fixed inset-x-3 top-[12dvh] z-50 mx-auto max-w-xl animate-appear overflow-hidden rounded-2xl border border-line bg-raised shadow-(--shadow)"
    >
      <Command.Input
        autoFocus
        value={text}
        onValueChange={(typed) => {
          setText(typed);
          setChosen("");
        }}
        placeholder="Search monitors, incidents, pages, and commands…"
        className="w-full border-b border-line bg-transparent px-4 py-3.5 text-base text-ellipsis outline-none placeholder:text-muted"
      />
      <Command.List className="max-h-[52dvh] overflow-y-auto p-1.5">
        <Command.Empty className="px-4 py-8 text-center text-muted">No results</Command.Empty>
        {groups.map(({ heading, lines }) => (
          <Command.Group key={heading} heading={heading} className={GROUP}>
            {lines.map((line) => (
              <Item key={line.value} {...line} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command.Dialog>
  );
}

function Item({ value, label, icon, aside, keys, act }: Line) {
  return (
    <Command.Item
      value={value}
      onSelect={act}
      className="flex cursor-pointer items-center gap-2.5 rounded-lg px-3 py-2 data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {aside && <span className="text-xs text-muted">{aside}</span>}
      {keys && <Keys keys={keys} />}
    </Command.Item>
  );
}
