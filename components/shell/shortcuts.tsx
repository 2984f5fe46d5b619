"use client";
import { Dialog } from "@/components/ui/dialog";
import { NAV_ITEMS } from "./nav-items";

const KEYS: [string, string][] = [
  ["⌘ K / Ctrl K", "Open the command palette"],
  ["?", "Show keyboard shortcuts"],
  ["j  k", "Next or previous row"],
  ["Enter", "Open the selected row"],
  ["/", "Search the list"],
  ["c", "New monitor"],
  ...NAV_ITEMS.map((item): [string, string] => [`g ${item.key}`, item.label]),
];

export default function Shortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {KEYS.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-md border border-line bg-sunken px-2 py-0.5 font-mono text-xs">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
