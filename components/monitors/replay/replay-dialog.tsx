"use client";
import { History } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Dialog } from "@/components/ui/overlays/dialog";
import type { Monitor } from "@/lib/contract/monitors/monitors";

const ReplayForm = lazyPart(async () => (await import("./replay-form")).ReplayForm);

/** Replays a monitor's stored results with other settings. */
export function ReplayButton({ monitor }: { monitor: Monitor }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <History /> Try other settings
      </Button>
      <Dialog
        wide
        open={open}
        onClose={() => setOpen(false)}
        title="What would these settings have done?"
        description="Replays up to 30 days of stored results. Nothing is saved."
      >
        <ReplayForm monitor={monitor} />
      </Dialog>
    </>
  );
}
