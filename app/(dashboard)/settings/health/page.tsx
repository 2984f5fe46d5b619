import { HealthPage } from "@/components/runners/health-page";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetch } from "@/lib/http/loaders/prefetch";

export const metadata = { title: "Health" };

export default function Health() {
  return (
    <Prefetched
      reads={[
        prefetch(routes.getInstallation),
        prefetch(routes.getHealthHistory, { query: { range: "day" } }),
        prefetch(routes.listRunners, settingsReads.runners),
      ]}
    >
      <HealthPage />
    </Prefetched>
  );
}
