import type {
  Delivery,
  DeliveryAttempt,
  DeliveryFilter,
  DeliverySummary,
} from "@/lib/contract/alerting/deliveries";
import { conflict, found, recordNotFound } from "@/lib/contract/core/errors";
import { rateLimitedText } from "@/lib/domain/alerting/delivery-schedule";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { isoSeconds, now } from "@/lib/shared/clock";
import {
  type AttemptRow,
  type DeliveryRow,
  selectAttempts,
  selectDeliveries,
  selectDelivery,
} from "@/lib/store/alerting/deliveries";
import { reopenDelivery } from "@/lib/store/alerting/delivery-writes";
import { hint } from "@/lib/store/core/hints";
import { tx } from "@/lib/store/core/tx";

export async function listDeliveries(
  caller: Caller,
  filter: DeliveryFilter,
  page: Page,
): Promise<Listed<DeliverySummary>> {
  requirePermission(caller, "platform:read");
  const query = {
    projectId: projectOf(caller),
    statuses: filter.status ?? [],
    integrationIds: filter.integration_id ?? [],
    incidentIds: filter.incident_id ?? [],
  };
  return itemsOf(selectDeliveries(query, page), toDeliverySummary);
}

export async function getDelivery(caller: Caller, id: number): Promise<Delivery> {
  requirePermission(caller, "platform:read");
  const row = found(await selectDelivery(projectOf(caller), id));
  return {
    ...toDeliverySummary(row),
    attempt_log: (await selectAttempts(projectOf(caller), id)).map(toAttempt),
  };
}

/** Sends a finished delivery again now, with the same ID. Throws 409 while it is still being sent. */
export async function resendDelivery(caller: Caller, id: number): Promise<{ delivery_id: number }> {
  requirePermission(caller, "platform:write");
  const projectId = projectOf(caller);
  if (!(await selectDelivery(projectId, id))) throw recordNotFound();
  const reopened = await tx((trx) => reopenDelivery(trx, projectId, id, now()));
  if (!reopened) throw conflict("This delivery is still being sent.");
  hint("live", { project_id: projectId, topic: "deliveries", id });
  return { delivery_id: id };
}

/** Returns a stored delivery as the API shows it. */
export function toDeliverySummary(row: DeliveryRow): DeliverySummary {
  const date = (value: Date | null) => value && isoSeconds(value);
  return {
    ...row,
    status: row.status as DeliverySummary["status"],
    app: row.app,
    occurred_at: isoSeconds(row.occurred_at),
    reason: row.rate_limited_until ? rateLimitedText(row.rate_limited_until) : row.reason,
    next_attempt_at: date(later(row.next_attempt_at, row.rate_limited_until)),
    rate_limited_until: date(row.rate_limited_until),
    finished_at: date(row.finished_at),
    created_at: isoSeconds(row.created_at),
  };
}

function later(next: Date | null, rateLimitedUntil: Date | null): Date | null {
  return next && rateLimitedUntil && rateLimitedUntil > next ? rateLimitedUntil : next;
}

function toAttempt(row: AttemptRow): DeliveryAttempt {
  return { ...row, started_at: isoSeconds(row.started_at) };
}
