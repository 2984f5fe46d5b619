"use client";
import { X } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { BAR } from "@/components/shell/demo-note";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import type { ShownTroubles } from "@/lib/presenters/runners/shown-troubles";

/** The page that explains each runner problem and how to fix it. */
const REGIONS_PATH = "/settings/regions";

/** Lists the problems of the server and its runners. `onDismiss` is missing while none of them can be dismissed. */
export function TroubleBar({
  troubles: { shown, more },
  onDismiss,
}: {
  troubles: ShownTroubles;
  onDismiss: (() => void) | undefined;
}) {
  const isThere = usePathname() === REGIONS_PATH;
  if (shown.length === 0) return null;
  return (
    <div data-bar className={cn(BAR, "border-warn/30 bg-warn-soft print:hidden")}>
      <ul className="min-w-0 flex-1 space-y-0.5 py-1">
        {shown.map(({ line, isOfRunners }) => (
          <li key={line} className={isOfRunners && !isThere ? "max-sm:truncate" : "max-sm:line-clamp-2"}>
            {line}
          </li>
        ))}
      </ul>
      {shown.some(({ isOfRunners }) => isOfRunners) && (
        <p className="shrink-0 empty:hidden">
          {more > 0 && (isThere ? `${more} more below.` : `${more} more. `)}
          {!isThere && (
            <Link href={REGIONS_PATH} className="font-medium underline underline-offset-2">
              How to fix this
            </Link>
          )}
        </p>
      )}
      {onDismiss && !isThere && (
        <Button variant="quiet" size="icon" className="-mr-2" aria-label="Dismiss" onClick={onDismiss}>
          <X />
        </Button>
      )}
    </div>
  );
}
