"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useMonitorNames } from "@/components/forms/use-monitors";
import { Card } from "@/components/ui/card";
import { Empty } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { query } from "@/lib/client/query";
import { certificateReads } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import type { Certificate } from "@/lib/contract/checks/certificates";
import { expiryWords } from "@/lib/presenters/checks/certificate-expiry";
import { now } from "@/lib/shared/clock";
import { CertificateExpires } from "./certificate-expires";

/** Lists the certificates in use of all monitors, those that expire first at the top. */
export function CertificateList() {
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    ...query(routes.listCertificates, certificateReads(page)),
    placeholderData: keepPreviousData,
  });
  const certificates = data?.data ?? [];
  const names = useMonitorNames(certificates.map(({ monitor_id }) => monitor_id));
  return (
    <>
      <PageHeader
        title="Certificates"
        back={{ href: "/monitors", label: "Monitors" }}
        note="In use now, soonest to expire first"
      />
      <Card flush>
        {data?.meta.total === 0 && (
          <Empty icon={<ShieldCheck />} title="No certificates yet">
            They appear after the first check of an https:// URL or a TCP target with TLS.
          </Empty>
        )}
        <ul>
          {certificates.map((each) => (
            <Row key={each.id} certificate={each} monitor={names[each.monitor_id] ?? "…"} />
          ))}
        </ul>
        {data && <Pager meta={data.meta} hasNext={data.links.next !== null} onPage={setPage} />}
      </Card>
    </>
  );
}

function Row({ certificate, monitor }: { certificate: Certificate; monitor: string }) {
  const { monitor_id, subject_common_name, serial_number, expires_at, expires_first, warned_days } =
    certificate;
  const issuer = certificate.issuer_organization ?? certificate.issuer_common_name;
  return (
    <li className="grid gap-x-6 gap-y-0.5 border-b border-line px-4 py-2.5 last:border-0 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_18rem] md:items-center">
      <Link href={`/monitors/${monitor_id}`} className="truncate font-medium hover:underline">
        {monitor}
      </Link>
      <span className="truncate text-[13px] text-muted">
        {[subject_common_name ?? serial_number, issuer].filter(Boolean).join(" · ")}
      </span>
      <span className="text-[13px]">
        <CertificateExpires at={expires_at} expiry={expiryWords(expires_at, warned_days, now())} />
        {expires_first !== null && <p className="text-muted">because of {expires_first}</p>}
      </span>
    </li>
  );
}
