import { type ReactNode, Suspense } from "react";
import { Skeleton } from "../skeleton";
import { useHydrated } from "../use-hydrated";
import { Fold } from "./fold";

/**
 * Renders a panel of fields that is closed until it's needed, with a note on what is set. It opens by itself when `open` becomes true.
 * With `isLater`, the HTML lacks it while it's closed, for forms that can't be edited before hydration.
 */
export function Disclosure({
  title,
  note,
  open = false,
  isLater = false,
  name,
  children,
}: {
  title: string;
  note?: string | undefined;
  open?: boolean;
  isLater?: boolean;
  /** Opening one closes the others of this name. */
  name?: string | undefined;
  children: ReactNode;
}) {
  const isHydrated = useHydrated();
  return (
    <Fold
      open={open}
      name={name}
      className="disclosure border border-line bg-surface"
      headClass="min-h-12 gap-2 rounded-[inherit] px-4 py-2"
      head={
        <>
          <h2 className="shrink-0 font-semibold">{title}</h2>
          {note && <span className="ml-auto min-w-0 truncate pl-2 text-[13px] text-muted">{note}</span>}
        </>
      }
    >
      <div className="space-y-4 border-t border-line p-4">
        <Suspense fallback={<Skeleton lines={3} />}>{(open || isHydrated || !isLater) && children}</Suspense>
      </div>
    </Fold>
  );
}
