import { RegionsPage } from "@/components/runners/regions-page";
import { routes } from "@/lib/client/routes";
import { settingsReads } from "@/lib/client/settings-reads";
import { Seed, want } from "@/lib/queries/seed";
import { loadViewer } from "@/lib/queries/viewer";

export const metadata = { title: "Regions" };

export default async function Regions() {
  const viewer = await loadViewer();
  return (
    <Seed wants={[want(routes.listRunners, settingsReads.runners)]}>
      <RegionsPage viewer={viewer} />
    </Seed>
  );
}
