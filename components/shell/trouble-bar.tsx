"use client";
import { X } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { BAR } from "@/components/shell/demo-note";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { useNow } from "@/components/ui/time";
import type { Readiness } from "@/lib/contract/reference/meta";
import type { Runner } from "@/lib/contract/runners/runners";
import { troubles } from "@/lib/presenters/runners/words";

/** Limits runner problems, because more would hide the page on a phone. Server problems always show, and first. */
const SHOWN = 2;
/** The page that explains each runner problem and how to fix it. */
const REGIONS_PATH = "/settings/regions";

/** Lists the problems of the server and its runners. Only those of single runners can be dismissed. */
export default function TroubleList({
  readiness,
  runners,
  dismissed,
  onDismiss,
}: {
  readiness: Readiness | undefined;
  runners: readonly Runner[];
  dismissed: readonly string[];
  onDismiss: (ids: readonly string[]) => void;
}) {
  const isThere = usePathname() === REGIONS_PATH;
  const now = useNow();
  const all = now ? troubles(readiness, runners, now) : [];
  const found = all.filter(({ id }) => id === null || !dismissed.includes(id));
  const ofRunners = found.filter(({ isOfRunners }) => isOfRunners);
  const shown = [...found.filter(({ isOfRunners }) => !isOfRunners), ...ofRunners.slice(0, SHOWN)];
  const rest = found.length - shown.length;
  const ids = found.flatMap(({ id }) => id ?? []);
  if (found.length === 0) return null;
  return (
    <div data-bar className={cn(BAR, "border-warn/30 bg-warn-soft")}>
      <ul className="min-w-0 flex-1 space-y-1 py-1">
        {shown.map(({ line, isOfRunners }) => (
          <li key={line} className={isOfRunners && !isThere ? "max-sm:truncate" : ""}>
            {line}
          </li>
        ))}
      </ul>
      {ofRunners.length > 0 && (
        <p className="shrink-0 empty:hidden">
          {rest > 0 && (isThere ? `${rest} more below.` : `${rest} more. `)}
          {!isThere && (
            <Link href={REGIONS_PATH} className="font-medium underline underline-offset-2">
              How to fix this
            </Link>
          )}
        </p>
      )}
      {ids.length > 0 && !isThere && (
        <Button
          look="quiet"
          size="icon"
          className="-mr-2"
          aria-label="Dismiss"
          onClick={() => onDismiss(ids)}
        >
          <X />
        </Button>
      )}
    </div>
  );
}
