"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ExternalLink, Lock, Megaphone, Pencil } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { ActionButton } from "@/components/page/action-button";
import { CREATE } from "@/components/page/create-actions";
import { ButtonLink } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { Empty } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { StateMark } from "@/components/ui/state-mark";
import { query } from "@/lib/client/query";
import { pageReads } from "@/lib/client/reads/page-reads";
import { routes } from "@/lib/client/routes";
import type { StatusPageState } from "@/lib/contract/status-pages/page-states";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { pageNumber } from "@/lib/presenters/core/page-number";
import { PageThumbnail } from "./page-thumbnail";

export function PageList() {
  const [number, setNumber] = useState(pageNumber(useSearchParams().get("page")));
  const { data } = useQuery({
    ...query(routes.listStatusPages, pageReads.list(number)),
    placeholderData: keepPreviousData,
  });
  const pages = data?.data ?? [];
  const ids = pages.map(({ id }) => id);
  const states = useQuery({
    ...query(routes.getStatusPageStates, pageReads.states(ids)),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const show = (to: number) => {
    setNumber(to);
    window.history.replaceState(null, "", to > 1 ? `/status-pages?page=${to}` : "/status-pages");
  };
  return (
    <>
      <PageHeader title="Status pages">
        <ActionButton action={CREATE.page} variant="primary" />
      </PageHeader>
      {pages.length === 0 ? (
        <Card flush>
          <Empty icon={<Megaphone />} title="No status pages yet">
            Show your users what works, what doesn't, and since when.
          </Empty>
        </Card>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {pages.map((page) => (
            <PageCard
              key={page.id}
              page={page}
              status={states.data?.pages.find((state) => state.status_page_id === page.id)}
            />
          ))}
        </ul>
      )}
      <div className="mt-2 *:border-0 *:px-0">
        {data && <Pager meta={data.meta} hasNext={data.links.next !== null} onPage={show} />}
      </div>
    </>
  );
}

function PageCard({ page, status }: { page: StatusPage; status: StatusPageState | undefined }) {
  return (
    <li
      data-row
      className="overflow-hidden rounded-xl has-[a:focus-visible]:border-accent border border-line bg-surface"
    >
      <PageThumbnail page={page} status={status} />
      <div className="border-t border-line p-4">
        <div className="flex items-center justify-between gap-3">
          <h2 className="flex min-w-0 items-center gap-2 font-semibold">
            <span className="truncate">{page.name}</span>
            {page.is_private && <Lock className="size-3.5 shrink-0 text-muted" aria-label="private" />}
          </h2>
          {status && <StateMark state={status.current_incident_impact} size="sm" />}
        </div>
        <p className="truncate text-[13px] text-muted">{page.url.replace(/^https?:\/\//, "")}</p>
        <div className="mt-3 flex gap-2">
          <ButtonLink size="sm" href={`/status-pages/${page.id}`}>
            <Pencil /> Edit
          </ButtonLink>
          <a className={buttonClass({ size: "sm" })} href={page.url} target="_blank" rel="noreferrer">
            <ExternalLink /> Open
          </a>
        </div>
      </div>
    </li>
  );
}
