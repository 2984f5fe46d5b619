"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, ShieldCheck } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Empty } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { incidentReads } from "@/lib/client/incident-reads";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { counted } from "@/lib/presenters/core/format";
import { pageNumber } from "@/lib/presenters/core/page-number";
import { IncidentRows } from "./incident-rows";

export function IncidentList() {
  const page = pageNumber(useSearchParams().get("page"));
  const open = useQuery(query(routes.listIncidents, incidentReads.open));
  const past = useQuery({
    ...query(routes.listIncidents, incidentReads.past(page)),
    placeholderData: keepPreviousData,
  });
  const none = open.data?.data.length === 0 && past.data?.data.length === 0;
  const goTo = (to: number) =>
    window.history.replaceState(null, "", to > 1 ? `/incidents?page=${to}` : "/incidents");
  return (
    <>
      <PageHeader title="Incidents">
        <ButtonLink href="/incidents/new" look="primary">
          <Plus /> Report an incident
        </ButtonLink>
      </PageHeader>
      {none ? (
        <Card flush>
          <Empty icon={<ShieldCheck />} title="No incidents yet">
            When a monitor fails, Vedette opens an incident here with the cause and the affected regions.
          </Empty>
        </Card>
      ) : (
        <div className="space-y-4">
          <Card
            title={`Open${open.data?.data.length ? ` · ${counted(open.data.data.length, "incident")}` : ""}`}
            flush
          >
            <IncidentRows incidents={open.data?.data ?? []} empty="No open incidents" />
          </Card>
          <Card title="Past" flush>
            <IncidentRows incidents={past.data?.data ?? []} empty="No past incidents" />
            {past.data && (
              <Pager meta={past.data.meta} hasNext={past.data.links.next !== null} onPage={goTo} />
            )}
          </Card>
        </div>
      )}
    </>
  );
}
