"use client";
import { Laptop, Smartphone } from "lucide-react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/overlays/toast";
import { Time } from "@/components/ui/time/time";
import { unsubscribe } from "@/lib/client/push";
import { routes } from "@/lib/client/routes";
import type { PushDevice } from "@/lib/contract/alerting/push-devices";
import { deviceWords } from "@/lib/presenters/accounts/device-words";

/** Shows a subscribed browser with its last notification, its last failure, a test, and a way to remove it. */
export function PushDeviceRow({
  device,
  isOwn,
  onRemoved,
}: {
  device: PushDevice;
  isOwn: boolean;
  onRemoved: () => Promise<void>;
}) {
  const toast = useToast();
  const words = deviceWords(device.user_agent);
  const Icon = /iPhone|Android|iPad/.test(words) ? Smartphone : Laptop;
  const params = { deviceId: device.id };
  const test = useSave(routes.testPushDevice, {
    onDone: ({ outcome, reason }) =>
      outcome === "delivered"
        ? toast("Test notification sent")
        : toast(reason ?? "The push service rejected the notification.", { tone: "failed" }),
  });
  const remove = useSave(routes.removePushDevice, {
    done: `Notifications turned off for ${words}`,
    onDone: () => void (isOwn ? unsubscribe() : Promise.resolve()).then(onRemoved),
  });
  return (
    <li
      data-row
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 last:border-0 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-muted"
    >
      <Icon aria-hidden="true" />
      <div className="min-w-48 flex-1">
        <p className="truncate font-medium" title={device.user_agent ?? undefined}>
          {words}
          {isOwn && <span className="ml-2 font-normal text-up">this browser</span>}
        </p>
        <LastNotified device={device} />
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          busy={test.isPending}
          aria-label={`Send a test to ${words}`}
          onClick={() => test.mutate({ params })}
        >
          Send a test
        </Button>
        <Button
          size="sm"
          disabled={remove.isPending}
          aria-label={`${isOwn ? "Turn off" : "Remove"} ${words}`}
          onClick={() => remove.mutate({ params })}
        >
          {isOwn ? "Turn off" : "Remove"}
        </Button>
      </div>
    </li>
  );
}

function LastNotified({ device }: { device: PushDevice }) {
  const { last_success_at: delivered, last_failure_at: failed } = device;
  const isFailing = failed !== null && (delivered === null || failed >= delivered);
  return (
    <>
      <p className="text-[13px] text-muted">
        {delivered ? (
          <>
            last notified <Time at={delivered} />
          </>
        ) : (
          "no notifications yet"
        )}{" "}
        · since <Time at={device.created_at} as="date" />
      </p>
      {isFailing && (
        <p className="text-[13px] text-down">
          Failed <Time at={failed} />: {device.last_failure}
        </p>
      )}
    </>
  );
}
