"use client";
import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { ms } from "@/lib/views/format";

/** One message: each attempt's request and response. */
export function DeliveryDialog({ deliveryId, onClose }: { deliveryId: number | null; onClose: () => void }) {
  const params = { deliveryId: deliveryId ?? 1 };
  const { data } = useQuery({ ...query(routes.getDelivery, { params }), enabled: deliveryId !== null });
  const resend = useSave(routes.resendDelivery, { done: "Sent again" });
  return (
    <Dialog
      open={deliveryId !== null}
      onClose={onClose}
      title={data ? `To ${data.integration_name}` : "Delivery"}
      description={data?.event}
      wide
    >
      {!data && <Skeleton lines={5} />}
      {data && (
        <div className="space-y-4">
          <div className="flex flex-wrap items-center gap-3">
            <StateMark state={data.status} />
            <span className="min-w-0 flex-1 text-muted">{data.reason}</span>
            <Button size="sm" busy={resend.isPending} onClick={() => resend.mutate({ params })}>
              <RotateCw /> Send again
            </Button>
          </div>
          {data.attempt_log.map((attempt) => (
            <section key={attempt.attempt} className="rounded-xl border border-line">
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
              <Wire name="Response" value={attempt.response} />
            </section>
          ))}
        </div>
      )}
    </Dialog>
  );
}

function Wire({ name, value }: { name: string; value: unknown }) {
  if (value === null || value === undefined) return null;
  return (
    <details className="px-3 py-2">
      <summary className="cursor-pointer rounded text-[13px] text-muted">{name}</summary>
      <pre className="mt-2 max-h-64 overflow-auto rounded-lg bg-sunken p-3 font-mono text-xs whitespace-pre-wrap">
        {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
