import Link from "next/link";
import { Card } from "@/components/ui/card";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import type { AttentionGroup } from "@/lib/contract/reports/overview";
import { counted } from "@/lib/presenters/core/format";
import { groupWords } from "@/lib/presenters/reports/overview";

/** Shows where the monitors that need attention are, by tag, the worst group first. */
export function GroupsCard({ groups }: { groups: readonly AttentionGroup[] }) {
  return (
    <Card title="Affected by tag" flush>
      <ul>
        {groups.map((group) => (
          <li
            key={group.tag ?? ""}
            data-row
            className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-0 hover:bg-hover"
          >
            <span className="w-36 shrink-0 max-sm:w-auto">
              <StateMark
                state={group.offline > 0 ? "offline" : group.partial > 0 ? "partial" : "no_data"}
                size="sm"
              />
            </span>
            <Link
              href={
                group.tag === null ? "/monitors?sort=state" : `/monitors?tag=${encodeURIComponent(group.tag)}`
              }
              className="min-w-0 flex-1 truncate rounded font-medium after:absolute after:inset-0"
            >
              {group.tag ?? "Without a tag"}
            </Link>
            <span className="text-muted tabular max-sm:order-last max-sm:basis-full">
              {groupWords(group)}
            </span>
            <span className="w-20 text-right text-[13px] text-muted tabular">
              {group.since && <Time at={group.since} as="since" />}
            </span>
            <span className="sr-only">{counted(group.monitors, "monitor")}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
