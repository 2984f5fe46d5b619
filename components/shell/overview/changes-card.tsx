"use client";
import { useQuery } from "@tanstack/react-query";
import { More } from "@/components/shell/more";
import { useViewer } from "@/components/shell/viewer-context";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { overviewReads } from "@/lib/client/overview-reads";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { auditWords } from "@/lib/presenters/accounts/audit-words";

const SHOWN = 6;

/** Lists who last changed what in the project, for owners and admins, who may read the audit log. */
export function ChangesCard() {
  const viewer = useViewer();
  const mayRead = viewer !== null && viewer.user.role !== "member";
  const { data } = useQuery({ ...query(routes.listAuditLog, overviewReads.changes), enabled: mayRead });
  if (!mayRead) return null;
  const entries = data?.data.filter(({ project }) => project?.id === viewer.project?.id).slice(0, SHOWN);
  return (
    <Card title="Recent changes" flush aside={<More href="/settings/audit-log">View audit log</More>}>
      {!entries && <Skeleton lines={4} />}
      {entries?.length === 0 && (
        <p className="px-4 py-4 text-muted">Changes to monitors, pages and alert rules appear here.</p>
      )}
      <ol>
        {entries?.map((entry) => (
          <li key={entry.id} className="border-b border-line px-4 py-2.5 break-words last:border-0">
            <span className="font-medium">{entry.actor.label}</span> {auditWords(entry)}
            <span className="block text-[13px] text-muted">
              <Time at={entry.created_at} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
