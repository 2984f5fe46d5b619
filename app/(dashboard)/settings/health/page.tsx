import { HealthPage } from "@/components/runners/health-page";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
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
