"use client";
import { Dialog } from "@/components/ui/dialog";
import { NAV_ITEMS } from "./nav-items";

const KEYS: [string, string][] = [
  ["⌘ K / Ctrl K", "Search, go anywhere, do things"],
  ["?", "This list"],
  ["j  k", "Next, previous row"],
  ["Enter", "Open the row"],
  ["/", "Search this list"],
  ["c", "New monitor"],
  ...NAV_ITEMS.map((item): [string, string] => [`g ${item.key}`, item.label]),
];

export default function Shortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard">
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
