"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus, Wrench } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { Empty } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { windowReads } from "@/lib/client/window-reads";
import { nextOfEach } from "@/lib/views/window-draft";
import { WindowForm } from "./window-form";
import { WindowRow } from "./window-row";

/** Now, next and past. */
export function MaintenancePage() {
  const open = useQuery(query(routes.listMaintenanceWindows, windowReads.open));
  const past = useQuery(query(routes.listMaintenanceWindows, windowReads.past));
  const [creating, setCreating] = useState(false);
  const coming = nextOfEach(
    [...(open.data?.data ?? [])].sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at)),
  );
  const done = past.data?.data ?? [];
  const add = (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus /> Plan maintenance
    </Button>
  );
  return (
    <>
      <PageHeader title="Maintenance">{add}</PageHeader>
      <div className="space-y-4">
        <Card title="Now and next" flush>
          {coming.length === 0 ? (
            <Empty
              icon={<Wrench />}
              title="Nothing planned"
              action={<Button onClick={() => setCreating(true)}>30 minutes from now</Button>}
            >
              Planned work is announced on status pages and wakes nobody.
            </Empty>
          ) : (
            <ul>
              {coming.map((window) => (
                <WindowRow key={window.id} window={window} />
              ))}
            </ul>
          )}
        </Card>
        {done.length > 0 && (
          <Card title="Past" flush>
            <ul>
              {done.map((window) => (
                <WindowRow key={window.id} window={window} />
              ))}
            </ul>
          </Card>
        )}
      </div>
      <Dialog open={creating} onClose={() => setCreating(false)} title="Plan maintenance" wide>
        <WindowForm onDone={() => setCreating(false)} />
      </Dialog>
    </>
  );
}
