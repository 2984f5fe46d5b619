import { KeysCard } from "@/components/accounts/keys-card";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetchAll } from "@/lib/http/loaders/prefetch";
import { loadViewer } from "@/lib/http/loaders/viewer";

export const metadata = { title: "API keys" };

export default async function KeysPage() {
  return (
    <Prefetched reads={[prefetchAll(routes.listKeys)]}>
      <KeysCard viewer={await loadViewer()} />
    </Prefetched>
  );
}
