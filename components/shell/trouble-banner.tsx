"use client";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { useNow } from "@/components/ui/time";
import { query } from "@/lib/client/query";
import { readinessRead } from "@/lib/client/readiness-read";
import { routes } from "@/lib/client/routes";
import { settingsReads } from "@/lib/client/settings-reads";
import { troubles } from "@/lib/presenters/runners/words";
import { BAR } from "./demo-note";
import { useUnreachable } from "./use-unreachable";

const POLL_MS = 15_000;
/** Limits runner problems, because more would hide the page on a phone. Server problems always show, and first. */
const SHOWN = 2;
/** The page that explains each runner problem and how to fix it. */
const REGIONS_PATH = "/settings/regions";

/** Shows a bar on every page while the server or a runner has a problem. Only a problem of single runners can be dismissed, until the page reloads. */
export function TroubleBanner() {
  const isThere = usePathname() === REGIONS_PATH;
  const now = useNow();
  const { data: readiness } = useQuery(readinessRead);
  const { data: runners } = useQuery({
    ...query(routes.listRunners, settingsReads.runners),
    refetchInterval: POLL_MS,
  });
  const isUnreachable = useUnreachable();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const all = now && !isUnreachable ? troubles(readiness, runners?.data ?? [], now) : [];
  const found = all.filter(({ id }) => id === null || !dismissed.includes(id));
  const ofRunners = found.filter(({ isOfRunners }) => isOfRunners);
  const shown = [...found.filter(({ isOfRunners }) => !isOfRunners), ...ofRunners.slice(0, SHOWN)];
  const rest = found.length - shown.length;
  const ids = found.flatMap(({ id }) => id ?? []);
  return (
    <div role="status">
      {isUnreachable && (
        <div className="fixed inset-x-4 top-3 z-40 mx-auto max-w-xl rounded-xl border border-down/30 bg-down-soft px-4 py-3 shadow-(--shadow)">
          <span className="font-medium">Vedette can't be reached. Retrying…</span> This page keeps what you
          type.
        </div>
      )}
      {found.length > 0 && (
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
              onClick={() => setDismissed([...dismissed, ...ids])}
            >
              <X />
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
