"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PlainButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Pager } from "@/components/ui/pager";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import { query } from "@/lib/client/query";
import { deliveryReads } from "@/lib/client/reads/delivery-reads";
import { routes } from "@/lib/client/routes";
import { eventTitle } from "@/lib/contract/alerting/event-words";
import { counted } from "@/lib/presenters/core/format";
import { DeliveryDialog } from "./delivery-dialog";
import { RateLimitedUntil } from "./rate-limited-until";

/** Lists every delivery with its status and, if it wasn't sent, the reason. */
export function DeliveryLog() {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<number | null>(null);
  const deliveries = useQuery({
    ...query(routes.listDeliveries, deliveryReads(page)),
    placeholderData: keepPreviousData,
  });
  const rows = deliveries.data?.data ?? [];
  return (
    <Card title="Delivery log" flush>
      {rows.length === 0 && <p className="px-4 py-6 text-muted">No notifications sent yet</p>}
      <ul>
        {rows.map((delivery) => (
          <li data-row key={delivery.id} className="border-b border-line last:border-0">
            <PlainButton
              type="button"
              onClick={() => setOpen(delivery.id)}
              className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-left hover:bg-hover focus-visible:outline-offset-[-2px]"
            >
              <span className="w-28 shrink-0 max-sm:w-auto max-sm:flex-1">
                <StateMark state={delivery.status} size="sm" />
              </span>
              <span className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full">
                <span className="block truncate">
                  {delivery.integration_name}:{" "}
                  {delivery.event === "test" ? "Test notification" : eventTitle(delivery.event)}
                </span>
                {delivery.rate_limited_until ? (
                  <RateLimitedUntil at={delivery.rate_limited_until} />
                ) : (
                  delivery.reason && (
                    <span className="block truncate text-[13px] text-muted">{delivery.reason}</span>
                  )
                )}
                {delivery.failed_over && (
                  <span className="block text-[13px] text-warn">{delivery.failed_over}</span>
                )}
              </span>
              <span className="text-[13px] text-muted">{counted(delivery.attempts, "attempt")}</span>
              <span className="w-28 text-right text-[13px] text-muted max-sm:w-auto max-sm:min-w-20">
                <Time at={delivery.created_at} />
              </span>
            </PlainButton>
          </li>
        ))}
      </ul>
      {deliveries.data && (
        <Pager meta={deliveries.data.meta} hasNext={deliveries.data.links.next !== null} onPage={setPage} />
      )}
      <DeliveryDialog deliveryId={open} onClose={() => setOpen(null)} />
    </Card>
  );
}
