import { KeysCard } from "@/components/settings/keys-card";
import { routes } from "@/lib/client/routes";
import { settingsReads } from "@/lib/client/settings-reads";
import { Seed, want } from "@/lib/queries/seed";
import { loadViewer } from "@/lib/queries/viewer";

export const metadata = { title: "Keys" };

export default async function KeysPage() {
  return (
    <Seed wants={[want(routes.listKeys, settingsReads.keys)]}>
      <KeysCard viewer={await loadViewer()} />
    </Seed>
  );
}
