import { KeysCard } from "@/components/accounts/keys-card";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import { Seed, wantAll } from "@/lib/http/loaders/seed";
import { loadViewer } from "@/lib/http/loaders/viewer";

export const metadata = { title: "API keys" };

export default async function KeysPage() {
  return (
    <Seed wants={[wantAll(routes.listKeys, settingsReads.keys)]}>
      <KeysCard viewer={await loadViewer()} />
    </Seed>
  );
}
