import Link from "next/link";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import type { MaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { windowFacts } from "@/lib/presenters/maintenance/window-draft";
import { WindowActions } from "./window-actions";

/** Shows a window in a list, with its actions. */
export function WindowRow({ window }: { window: MaintenanceWindow }) {
  const { lasts, repeats } = windowFacts(window);
  return (
    <li
      data-row
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-0"
    >
      <span className="w-28 shrink-0 max-sm:w-auto max-sm:flex-1">
        <StateMark state={window.state} size="sm" />
      </span>
      <div className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full">
        <Link href={`/maintenance/${window.id}`} className="block truncate font-medium hover:underline">
          {window.title}
        </Link>
        <p className="text-[13px] text-muted">
          <Time at={window.starts_at} as="date" /> · {lasts}
        </p>
        {repeats && <p className="text-[13px] text-muted">{repeats}</p>}
        {window.tags && <p className="text-[13px] text-muted">{window.tags.join(", ")}</p>}
      </div>
      <WindowActions window={window} />
    </li>
  );
}
