import Link from "next/link";
import { Card } from "@/components/ui/card";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import type { AttentionGroup } from "@/lib/contract/reports/overview";
import { counted } from "@/lib/presenters/core/format";
import { groupWords } from "@/lib/presenters/reports/overview";

/** More are a scroll of their own on a phone. */
const SHOWN = 10;

/** Shows where the monitors that need attention are, by tag, the worst group first. */
export function GroupsCard({ groups }: { groups: readonly AttentionGroup[] }) {
  return (
    <Card title="Affected by tag" flush>
      <ul>
        {groups.slice(0, SHOWN).map((group) => (
          <li
            key={group.tag ?? ""}
            data-row
            className="relative flex items-center gap-x-3 border-b border-line px-4 py-2.5 last:border-0 hover:bg-hover"
          >
            <StateMark
              state={group.offline > 0 ? "offline" : group.partial > 0 ? "partial" : "no_data"}
              word={false}
            />
            <Link
              href={
                group.tag === null ? "/monitors?sort=state" : `/monitors?tag=${encodeURIComponent(group.tag)}`
              }
              className="min-w-0 flex-1 truncate rounded font-medium after:absolute after:inset-0"
            >
              {group.tag ?? "Without a tag"}
            </Link>
            <span className="text-muted tabular">{groupWords(group)}</span>
            <span className="w-16 shrink-0 text-right text-[13px] text-muted tabular sm:w-20">
              {group.since && <Time at={group.since} as="since" />}
            </span>
            <span className="sr-only">{counted(group.monitors, "monitor")}</span>
          </li>
        ))}
      </ul>
      {groups.length > SHOWN && (
        <p className="border-t border-line px-4 py-2.5 text-[13px] text-muted">
          More tags aren't shown.{" "}
          <Link href="/monitors?sort=state" className="text-ink underline">
            View monitors, failing first
          </Link>
        </p>
      )}
    </Card>
  );
}
