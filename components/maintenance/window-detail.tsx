"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useMonitorNames } from "@/components/forms/use-monitors";
import { useVisit } from "@/components/page/use-recents";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { StateMark } from "@/components/ui/state-mark";
import { Time, useDateText } from "@/components/ui/time/time";
import { query } from "@/lib/client/query";
import { windowReads } from "@/lib/client/reads/window-reads";
import { routes } from "@/lib/client/routes";
import { windowFacts } from "@/lib/presenters/maintenance/window-draft";
import { WindowActions } from "./window-actions";

/** The maximum number of monitors of a window. */
const NAMED = 100;

/** Shows one maintenance window. Notifications about maintenance link here. */
export function WindowDetail({ windowId }: { windowId: number }) {
  const router = useRouter();
  const { data: window } = useQuery(query(routes.getMaintenanceWindow, windowReads.one(windowId)));
  const names = useMonitorNames(window?.monitors.slice(0, NAMED) ?? []);
  const dayOf = useDateText({ dateStyle: "medium" });
  useVisit(`/maintenance/${windowId}`, window?.title);
  if (!window) return <Skeleton lines={4} />;
  const { lasts, repeats } = windowFacts(window);
  return (
    <>
      <PageHeader
        title={window.title}
        back={{ href: "/maintenance", label: "Maintenance" }}
        mark={<StateMark state={window.state} />}
        note={
          <>
            <Time at={window.starts_at} as="date" /> to{" "}
            <Time
              at={window.ends_at}
              as={dayOf(window.starts_at) === dayOf(window.ends_at) ? "clock" : "date"}
            />{" "}
            · {lasts}
            {repeats && <p>{repeats}</p>}
            {window.tags && <p>{window.tags.join(", ")}</p>}
          </>
        }
      >
        <WindowActions window={window} onDeleted={() => router.push("/maintenance")} />
      </PageHeader>
      <div className="space-y-4">
        {window.description && (
          <Card title="Announcement">
            <p className="break-words whitespace-pre-line">{window.description}</p>
          </Card>
        )}
        <Card title="Monitors" flush>
          <ul>
            {window.monitors.map((id) => (
              <li data-row key={id} className="border-b border-line px-4 py-2.5 last:border-0">
                <Link href={`/monitors/${id}`} className="font-medium break-words hover:underline">
                  {names[id] ?? `Monitor ${id}`}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  );
}
