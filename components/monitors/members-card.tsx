import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { More } from "@/components/page/more";
import { Card } from "@/components/ui/card";
import { StateMark } from "@/components/ui/state-mark";
import { WatchLine } from "@/components/ui/watch-line";
import { query } from "@/lib/client/query";
import { memberReads } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import { counted } from "@/lib/presenters/core/format";
import { monitorLook } from "@/lib/presenters/monitors/monitor-look";
import { stripCells, stripWords } from "@/lib/presenters/monitors/strip-cells";
import { now } from "@/lib/shared/clock";

/** Shows the last 24 hours of the monitors whose states decide about a group, those that are down at the top. */
export function MembersCard({ groupId }: { groupId: number }) {
  const { data: page } = useQuery(query(routes.listMonitors, memberReads(groupId)));
  const members = page?.data ?? [];
  const { data } = useQuery({
    ...query(routes.getStrips, { query: { monitor_id: members.map(({ id }) => String(id)) } }),
    enabled: members.length > 0,
  });
  const total = page?.meta.total ?? 0;
  const all = `View all ${counted(total, "member")}`;
  return (
    <Card
      title="Members in the last 24 hours"
      flush
      aside={total > members.length && <More href={`/monitors?group=${groupId}`}>{all}</More>}
    >
      {page && total === 0 && <p className="p-4 text-muted">No members. All of them were deleted.</p>}
      <ul>
        {members.map((monitor) => {
          const cells = stripCells(
            data?.strips.find((strip) => strip.monitor_id === monitor.id)?.hours,
            now(),
          );
          return (
            <li
              data-row
              key={monitor.id}
              className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-0"
            >
              <Link
                href={`/monitors/${monitor.id}`}
                className="min-w-0 flex-1 truncate rounded font-medium hover:underline"
              >
                {monitor.name}
              </Link>
              <WatchLine steps={cells} label={stripWords(cells)} className="h-5 w-30 max-sm:w-16" />
              <span className="flex justify-end sm:w-32">
                <StateMark state={monitorLook(monitor)} size="sm" />
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
