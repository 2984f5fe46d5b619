"use client";
import { ACTION_GROUPS, currentActions } from "@/components/page/actions";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Keys } from "./key-mark";

/** Lists the shortcuts that work on the page behind it. */
export default function Shortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const actions = currentActions().flatMap(({ keys, label, group }) =>
    keys ? [{ keys, label, group }] : [],
  );
  const groups = ACTION_GROUPS.filter((name) => actions.some(({ group }) => group === name));
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      {groups.map((name) => (
        <section key={name} aria-label={name} className="mt-4 first-of-type:mt-0">
          <h3 className="mb-2 text-xs font-medium text-muted">{name}</h3>
          <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-2">
            {actions
              .filter(({ group }) => group === name)
              .map(({ keys, label }) => (
                <div key={keys} className="contents">
                  <dt>
                    <Keys keys={keys} />
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
