import Link from "next/link";
import { useMonitors } from "@/components/forms/use-monitors";
import { Card } from "@/components/ui/card";
import { StateMark } from "@/components/ui/state-mark";
import { counted } from "@/lib/presenters/core/format";
import { monitorLook } from "@/lib/presenters/monitors/monitor-look";

const SHOWN_MAX = 25;

/** Lists the monitors whose states decide about a group. */
export function MembersCard({ ids }: { ids: readonly number[] }) {
  const members = useMonitors(ids.slice(0, SHOWN_MAX));
  return (
    <Card title="Members" flush>
      {ids.length === 0 && <p className="p-4 text-muted">None. All its monitors were deleted.</p>}
      <ul>
        {members.map((monitor) => (
          <li
            key={monitor.id}
            className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-0"
          >
            <Link
              href={`/monitors/${monitor.id}`}
              className="min-w-0 flex-1 truncate rounded font-medium hover:underline"
            >
              {monitor.name}
            </Link>
            <StateMark state={monitorLook(monitor)} size="sm" />
          </li>
        ))}
      </ul>
      {ids.length > SHOWN_MAX && (
        <p className="px-4 py-2 text-muted">{`and ${counted(ids.length - SHOWN_MAX, "more member")}`}</p>
      )}
    </Card>
  );
}
