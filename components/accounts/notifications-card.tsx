"use client";
import { useQuery } from "@tanstack/react-query";
import { Bell, BellOff, BellRing } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useToast } from "@/components/ui/overlays/toast";
import { type PushObstacle, subscribe } from "@/lib/client/push";
import { query } from "@/lib/client/query";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import { PushDeviceRow } from "./push-device-row";
import { useOwnBrowser } from "./use-own-browser";

const OBSTACLES: Record<PushObstacle, { title: string; help: string }> = {
  insecure: {
    title: "Not available at this address",
    help: "Browsers show notifications only for pages served over HTTPS or from localhost.",
  },
  unsupported: {
    title: "Not supported by this browser",
    help: "Use Chrome, Edge, Firefox, or Safari on a computer, or Chrome or Firefox on Android.",
  },
  blocked: {
    title: "Blocked by this browser",
    help: "Allow notifications for this site in your browser's settings, usually behind the icon next to the address bar.",
  },
};

/** Manages Web Push for the signed-in user: the state of this browser and every subscribed browser. */
export function NotificationsCard() {
  return (
    <Card title="Browser notifications" flush>
      <BrowserNotifications />
    </Card>
  );
}

/** Shows the content of `NotificationsCard` without its frame. */
export function BrowserNotifications() {
  const { data } = useQuery(query(routes.listPushDevices, settingsReads.pushDevices));
  const { obstacle, fingerprint, look } = useOwnBrowser();
  const devices = data?.data ?? [];
  const own = devices.find((device) => device.fingerprint === fingerprint);
  return (
    <>
      <div className="p-4">
        {obstacle ? (
          <State icon={<BellOff className="text-warn" />} title={OBSTACLES[obstacle].title}>
            {OBSTACLES[obstacle].help}
          </State>
        ) : own ? (
          <State icon={<BellRing className="text-up" />} title="On in this browser">
            You get notified about incidents in your projects, even when Vedette is closed.
          </State>
        ) : (
          <State
            icon={<Bell className="text-muted" />}
            title="Off in this browser"
            action={<TurnOn ready={fingerprint !== undefined} onDone={look} />}
          >
            Get notified when incidents in your projects start and recover, even when Vedette is closed. No
            extra account needed.
          </State>
        )}
      </div>
      {devices.length > 0 && (
        <ul className="border-t border-line" aria-label="Browsers with notifications">
          {devices.map((device) => (
            <PushDeviceRow key={device.id} device={device} isOwn={device === own} onRemoved={look} />
          ))}
        </ul>
      )}
    </>
  );
}

function State({
  icon,
  title,
  action,
  children,
}: {
  icon: ReactNode;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <p
        className="flex min-w-60 flex-1 items-start gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0"
        aria-live="polite"
      >
        {icon}
        <span>
          {title} <span className="text-muted">{children}</span>
        </span>
      </p>
      {action}
    </div>
  );
}

function TurnOn({ ready, onDone }: { ready: boolean; onDone: () => Promise<void> }) {
  const key = useQuery(query(routes.getPushKey)).data?.public_key;
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const add = useSave(routes.addPushDevice, { done: "Notifications turned on", onDone: () => void onDone() });
  const turnOn = async () => {
    if (!key) return;
    setAsking(true);
    try {
      add.mutate({ body: await subscribe(key) });
    } catch (error) {
      toast(error instanceof Error ? error.message : "The browser blocked the request.", { tone: "failed" });
      await onDone();
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button
      variant="primary"
      busy={asking || add.isPending}
      disabled={!ready || !key}
      onClick={() => void turnOn()}
    >
      Turn on
    </Button>
  );
}
