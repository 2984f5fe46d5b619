import { HealthPage } from "@/components/runners/health-page";
import { routes } from "@/lib/client/routes";
import { settingsReads } from "@/lib/client/settings-reads";
import { Seed, want } from "@/lib/http/loaders/seed";

export const metadata = { title: "Health" };

export default function Health() {
  return (
    <Seed
      wants={[
        want(routes.getInstallation),
        want(routes.getHealthHistory, { query: { range: "day" } }),
        want(routes.listRunners, settingsReads.runners),
      ]}
    >
      <HealthPage />
    </Seed>
  );
}
