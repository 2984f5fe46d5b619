import { notFound } from "next/navigation";
import { AuditLog } from "@/components/accounts/audit-log";
import { auditView, settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetch, prefetchAll } from "@/lib/http/loaders/prefetch";
import { type SearchParams, toSearchParams } from "@/lib/http/loaders/search-params";
import { loadViewer } from "@/lib/http/loaders/viewer";

export const metadata = { title: "Audit log" };

export default async function AuditLogPage({ searchParams }: { searchParams: SearchParams }) {
  if ((await loadViewer()).user.role === "member") notFound();
  const view = auditView(await toSearchParams(searchParams));
  return (
    <Prefetched
      reads={[prefetch(routes.listAuditLog, settingsReads.audit(view)), prefetchAll(routes.listMembers)]}
    >
      <AuditLog />
    </Prefetched>
  );
}
