"use client";
import { useQuery } from "@tanstack/react-query";
import { Siren } from "lucide-react";
import { Suspense, useState } from "react";
import { useViewer } from "@/components/page/viewer-context";
import { Button, ButtonLink } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";

const TestIncidentDialog = lazyPart(async () => (await import("./test-incident-dialog")).TestIncidentDialog);

/** Offers a test incident to those who may send one, and a first monitor to a project without any. */
export function TestIncidentButton() {
  const viewer = useViewer();
  const [open, setOpen] = useState(false);
  const monitors = useQuery(query(routes.listMonitors, { query: { page: 1, per_page: 1 } }));
  if (monitors.data?.data.length === 0) return <ButtonLink href="/monitors">Create monitor</ButtonLink>;
  if (!monitors.data || !viewer?.permissions.includes("platform:write")) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Siren /> Send a test incident
      </Button>
      {open && (
        <Suspense>
          <TestIncidentDialog open onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
