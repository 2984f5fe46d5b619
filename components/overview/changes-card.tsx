"use client";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { More } from "@/components/page/more";
import { useViewer } from "@/components/page/viewer-context";
import { Card } from "@/components/ui/card";
import { laterPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/client/query";
import { overviewReads } from "@/lib/client/reads/overview-reads";
import { routes } from "@/lib/client/routes";

const LOADING = <Skeleton lines={4} />;

const ChangeList = laterPart(() => import("./change-list"));

/** Lists who last changed what in the project, for owners and admins, who may read the audit log. */
export function ChangesCard() {
  const viewer = useViewer();
  const mayRead = viewer !== null && viewer.user.role !== "member";
  const { data } = useQuery({ ...query(routes.listAuditLog, overviewReads.changes), enabled: mayRead });
  if (!mayRead) return null;
  const entries = data?.data.filter(({ project }) => project?.id === viewer.project?.id);
  return (
    <Card title="Recent changes" flush aside={<More href="/settings/audit-log">View audit log</More>}>
      {!entries && LOADING}
      {entries?.length === 0 && (
        <p className="px-4 py-4 text-muted">Changes to monitors, pages, and alert rules appear here.</p>
      )}
      {entries && entries.length > 0 && (
        <Suspense fallback={LOADING}>
          <ChangeList entries={entries} />
        </Suspense>
      )}
    </Card>
  );
}
