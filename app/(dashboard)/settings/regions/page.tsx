import { RegionsPage } from "@/components/runners/regions-page";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import { Seed, want } from "@/lib/http/loaders/seed";
import { loadViewer } from "@/lib/http/loaders/viewer";

export const metadata = { title: "Regions" };

export default async function Regions() {
  const viewer = await loadViewer();
  return (
    <Seed wants={[want(routes.listRunners, settingsReads.runners)]}>
      <RegionsPage viewer={viewer} />
    </Seed>
  );
}
