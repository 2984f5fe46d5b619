"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Suspense, useState } from "react";
import { PlainButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Options, Select } from "@/components/ui/input";
import { lazyPart } from "@/components/ui/lazy-part";
import { Pager } from "@/components/ui/pager";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import { query } from "@/lib/client/query";
import { type DeliveryView, deliveryReads } from "@/lib/client/reads/delivery-reads";
import { routes } from "@/lib/client/routes";
import { DELIVERY_STATUSES } from "@/lib/contract/alerting/delivery-statuses";
import { eventTitle } from "@/lib/contract/alerting/event-words";
import { counted } from "@/lib/presenters/core/format";
import { STATE_LOOKS } from "@/lib/presenters/core/states";
import { RateLimitedUntil } from "./rate-limited-until";
import { useIntegrations } from "./use-integrations";

const DeliveryDialog = lazyPart(async () => (await import("./delivery-dialog")).DeliveryDialog);

/** Lists every delivery with its status and, if it wasn't sent, the reason. */
export function DeliveryLog() {
  const [page, setPage] = useState(1);
  const [view, setView] = useState<DeliveryView>({ status: "", integration: "" });
  const integrations = useIntegrations();
  const show = (part: Partial<DeliveryView>) => [setPage(1), setView({ ...view, ...part })];
  const isFiltered = view.status !== "" || view.integration !== "";
  const [open, setOpen] = useState<number | null>(null);
  const deliveries = useQuery({
    ...query(routes.listDeliveries, deliveryReads(page, view)),
    placeholderData: keepPreviousData,
  });
  const rows = deliveries.data?.data ?? [];
  return (
    <Card
      title="Delivery log"
      flush
      aside={
        <div className="flex flex-wrap gap-2">
          <Select
            aria-label="Result"
            className="w-40"
            value={view.status}
            onChange={({ target }) => show({ status: target.value })}
          >
            <option value="">All results</option>
            <Options of={DELIVERY_STATUSES} option={(status) => [status, STATE_LOOKS[status].word]} />
          </Select>
          <Select
            aria-label="Integration"
            className="w-44"
            value={view.integration}
            onChange={({ target }) => show({ integration: target.value })}
          >
            <option value="">All integrations</option>
            <Options of={integrations} option={({ id, name }) => [id, name]} />
          </Select>
        </div>
      }
    >
      {rows.length === 0 && (
        <p className="px-4 py-6 text-muted">
          {isFiltered ? "No notifications match" : "No notifications sent yet"}
        </p>
      )}
      <ul>
        {rows.map((delivery) => (
          <li data-row key={delivery.id} className="flex items-center border-b border-line last:border-0">
            <PlainButton
              type="button"
              onClick={() => setOpen(delivery.id)}
              className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-left hover:bg-hover focus-visible:outline-offset-[-2px]"
            >
              <span className="w-28 shrink-0 max-sm:w-auto max-sm:flex-1">
                <StateMark state={delivery.status} size="sm" />
              </span>
              <span className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full">
                <span className="block truncate">
                  {delivery.integration_name}: {eventTitle(delivery.event)}
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
              {delivery.attempts > 0 && (
                <span className="text-[13px] text-muted">{counted(delivery.attempts, "attempt")}</span>
              )}
              <span className="w-28 text-right text-[13px] text-muted max-sm:w-auto max-sm:min-w-20">
                <Time at={delivery.created_at} />
              </span>
            </PlainButton>
            <span className="w-24 shrink-0 pr-4 text-right text-[13px]">
              {delivery.incident_id !== null && (
                <Link
                  href={`/incidents/${delivery.incident_id}`}
                  className="py-2.5 text-muted underline underline-offset-2 hover:text-ink"
                >
                  Incident
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
      {deliveries.data && (
        <Pager meta={deliveries.data.meta} hasNext={deliveries.data.links.next !== null} onPage={setPage} />
      )}
      {open !== null && (
        <Suspense>
          <DeliveryDialog deliveryId={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Card>
  );
}
