import { MaintenancePage } from "@/components/maintenance/maintenance-page";
import { pickerReads } from "@/lib/client/monitor-reads";
import { routes } from "@/lib/client/routes";
import { windowReads } from "@/lib/client/window-reads";
import { Seed, want } from "@/lib/queries/seed";

export const metadata = { title: "Maintenance" };

export default function Page() {
  return (
    <Seed
      wants={[
        want(routes.listMaintenanceWindows, windowReads.open),
        want(routes.listMaintenanceWindows, windowReads.past),
        want(routes.listMonitors, pickerReads()),
        want(routes.listStatusPages, windowReads.pages),
      ]}
    >
      <MaintenancePage />
    </Seed>
  );
}
