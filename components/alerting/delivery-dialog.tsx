"use client";
import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import Link from "next/link";
import { useSave } from "@/components/forms/use-save";
import { useViewer } from "@/components/page/viewer-context";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { eventTitle } from "@/lib/contract/alerting/event-words";
import { ms } from "@/lib/presenters/core/format";
import { RateLimitedUntil } from "./rate-limited-until";

const POLL_MS = 700;

/** Shows a delivery with the request and response of each attempt, and polls until the first attempt is done. */
export function DeliveryDialog({ deliveryId, onClose }: { deliveryId: number | null; onClose: () => void }) {
  const params = { deliveryId: deliveryId ?? 1 };
  const { data } = useQuery({
    ...query(routes.getDelivery, { params }),
    enabled: deliveryId !== null,
    refetchInterval: ({ state }) =>
      state.data?.status === "pending" && state.data.attempts === 0 ? POLL_MS : false,
  });
  const mayResend = useViewer()?.permissions.includes("platform:write");
  const resend = useSave(routes.resendDelivery, { done: "Notification resent" });
  return (
    <Dialog
      open={deliveryId !== null}
      onClose={onClose}
      title={data ? `Notification to ${data.integration_name}` : "Delivery"}
      description={data && eventTitle(data.event)}
      wide
    >
      {!data && <Skeleton lines={5} />}
      {data && (
        <div className="space-y-4">
          <div className="flex flex-wrap items-center gap-3">
            <StateMark state={data.status} />
            <span className="min-w-0 flex-1 text-muted max-sm:order-last max-sm:basis-full max-sm:empty:hidden">
              {data.rate_limited_until ? <RateLimitedUntil at={data.rate_limited_until} /> : data.reason}
            </span>
            {mayResend && (
              <Button size="sm" busy={resend.isPending} onClick={() => resend.mutate({ params })}>
                <RotateCw /> Resend
              </Button>
            )}
          </div>
          {data.incident_id !== null && (
            <p>
              <Link href={`/incidents/${data.incident_id}`} className="underline underline-offset-2">
                View incident
              </Link>
            </p>
          )}
          {data.failover_note && <p className="text-muted">This alert {data.failover_note}</p>}
          {data.attempt_log.length === 0 && data.status === "pending" && (
            <p role="status" className="text-muted">
              Sending. The response will appear here.
            </p>
          )}
          {data.attempt_log.map((attempt, index) => (
            <section key={attempt.id} className="rounded-xl border border-line">
              <h3 className="flex flex-wrap items-center gap-3 border-b border-line px-3 py-2">
                <span className="font-medium">Attempt {attempt.attempt}</span>
                <StateMark state={attempt.outcome} size="sm" />
                <span className="text-[13px] text-muted">
                  <Time at={attempt.started_at} /> · {ms(attempt.duration_ms)}
                  {attempt.status_code !== null && ` · HTTP ${attempt.status_code}`}
                </span>
              </h3>
              {attempt.error && <p className="px-3 pt-2 text-down">{attempt.error}</p>}
              <Wire name="Request" value={attempt.request} />
              <Wire
                name={`Response from ${data.integration_name}`}
                value={attempt.response}
                open={index === data.attempt_log.length - 1}
              />
            </section>
          ))}
          {data.failed_over && (
            <p className="rounded-xl border border-line px-3 py-2 text-warn">{data.failed_over}</p>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Wire({ name, value, open = false }: { name: string; value: unknown; open?: boolean }) {
  if (value === null || value === undefined) return null;
  return (
    <details className="px-3 py-2" open={open}>
      <summary className="fold-text">{name}</summary>
      <pre className="mt-2 max-h-64 overflow-auto rounded-lg bg-sunken p-3 font-mono text-xs whitespace-pre-wrap">
        {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
