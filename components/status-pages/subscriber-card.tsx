"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { Pager } from "@/components/ui/pager";
import { Time } from "@/components/ui/time";
import { pageReads } from "@/lib/client/page-reads";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { PageSubscriber } from "@/lib/contract/status-pages/subscribers";
import { counted } from "@/lib/presenters/core/format";

/** Lists the confirmed email subscribers of a page and their components, and removes them. */
export function SubscriberCard({ pageId }: { pageId: number }) {
  const [page, setPage] = useState(1);
  const [leaving, setLeaving] = useState<PageSubscriber | null>(null);
  const { data, isPending } = useQuery({
    ...query(routes.listPageSubscribers, pageReads.subscribers(pageId, page)),
    placeholderData: keepPreviousData,
  });
  const remove = useSave(routes.removePageSubscriber, {
    done: "Subscriber removed",
    onDone: () => setLeaving(null),
  });
  const rows = data?.data ?? [];
  const total = useTotal(pageId);
  return (
    <Card
      title="Email subscribers"
      className="mt-6"
      aside={
        total !== null && (
          <p className="text-[13px] text-muted tabular">{total.toLocaleString("en")} confirmed</p>
        )
      }
      flush
    >
      {rows.length === 0 && !isPending && (
        <p className="px-4 py-6 text-muted">
          No subscribers yet. Visitors subscribe under <b className="font-medium text-fg">Get updates</b> on
          the page.
        </p>
      )}
      <ul>
        {rows.map((subscriber) => (
          <li
            key={subscriber.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-0"
          >
            <div className="min-w-0 flex-1">
              <p className="truncate" title={subscriber.email ?? ""}>
                {subscriber.email}
              </p>
              <p className="text-[13px] text-muted">
                {subscriber.components.length === 0
                  ? "all components"
                  : counted(subscriber.components.length, "component")}{" "}
                · since <Time at={subscriber.confirmed_at} as="date" />
              </p>
            </div>
            <Button
              size="sm"
              look="quiet"
              aria-label={`Remove ${subscriber.email ?? subscriber.url}`}
              onClick={() => setLeaving(subscriber)}
            >
              Remove…
            </Button>
          </li>
        ))}
      </ul>
      {data && <Pager meta={data.meta} hasNext={data.links.next !== null} onPage={setPage} />}
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() =>
          leaving && remove.mutate({ params: { statusPageId: pageId, subscriberId: leaving.id } })
        }
        busy={remove.isPending}
        title={`Remove ${leaving?.email ?? ""}?`}
        action="Remove subscriber"
      >
        Vedette deletes the address and stops sending emails to it. The person can subscribe again.
      </Confirm>
    </Card>
  );
}

function useTotal(pageId: number): number | null {
  const { data } = useQuery(query(routes.listPageSubscribers, pageReads.subscriberCount(pageId)));
  if (!data) return null;
  return data.data.length === 0 ? 0 : Number(new URL(data.links.last).searchParams.get("page"));
}
