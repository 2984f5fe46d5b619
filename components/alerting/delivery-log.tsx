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
import type { DeliverySummary } from "@/lib/contract/alerting/deliveries";
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
      <ul className="delivery-rows">
        {rows.map((delivery) => (
          <Row key={delivery.id} delivery={delivery} onOpen={() => setOpen(delivery.id)} />
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

/** A delivery, as a button that shows its attempts. Its looks are in `delivery-rows`. */
function Row({ delivery, onOpen }: { delivery: DeliverySummary; onOpen: () => void }) {
  const { rate_limited_until: limitedUntil, failed_over: failedOver, reason } = delivery;
  return (
    <li data-row>
      <PlainButton onClick={onOpen}>
        <span>
          <StateMark state={delivery.status} size="sm" />
        </span>
        <span>
          <b>{`${delivery.integration_name}: ${eventTitle(delivery.event)}`}</b>
          {limitedUntil ? <RateLimitedUntil at={limitedUntil} /> : reason && <small>{reason}</small>}
          {failedOver && <em>{failedOver}</em>}
        </span>
        {delivery.attempts > 0 && <small>{counted(delivery.attempts, "attempt")}</small>}
        <small>
          <Time at={delivery.created_at} />
        </small>
      </PlainButton>
      {delivery.incident_id !== null && <Link href={`/incidents/${delivery.incident_id}`}>Incident</Link>}
    </li>
  );
}
