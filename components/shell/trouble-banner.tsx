"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useNow } from "@/components/ui/time";
import { query } from "@/lib/client/query";
import { readinessRead } from "@/lib/client/readiness-read";
import { routes } from "@/lib/client/routes";
import { settingsReads } from "@/lib/client/settings-reads";
import { troubles } from "@/lib/presenters/runners/words";

const LOOK_MS = 15_000;
/** Of runners: more at once would hide the page on a phone. What the server says of itself is always shown, and first. */
const SHOWN = 2;
/** Tells more of every runner, and what to do. */
const REGIONS_PATH = "/settings/regions";

/** A line above every page while the server or a runner can't do its work; nothing otherwise. */
export function TroubleBanner() {
  const isThere = usePathname() === REGIONS_PATH;
  const now = useNow();
  const { data: readiness } = useQuery(readinessRead);
  const { data: runners } = useQuery({
    ...query(routes.listRunners, settingsReads.runners),
    refetchInterval: LOOK_MS,
  });
  const told = now ? troubles(readiness, runners?.data ?? [], now) : [];
  const ofRunners = told.filter(({ isOfRunners }) => isOfRunners);
  const shown = [...told.filter(({ isOfRunners }) => !isOfRunners), ...ofRunners.slice(0, SHOWN)];
  const rest = told.length - shown.length;
  return (
    <div role="status">
      {told.length > 0 && (
        <div className="mb-5 rounded-xl border border-warn/30 bg-warn-soft px-4 py-3">
          <ul className="space-y-1">
            {shown.map(({ line }) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {ofRunners.length > 0 && (
            <p className="mt-1.5 empty:hidden">
              {rest > 0 && (isThere ? `And ${rest} more, below.` : `And ${rest} more. `)}
              {!isThere && (
                <Link href={REGIONS_PATH} className="font-medium underline underline-offset-2">
                  What to do about it
                </Link>
              )}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
