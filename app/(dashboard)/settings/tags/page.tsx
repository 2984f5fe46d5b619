import { TagsCard } from "@/components/monitors/tags-card";
import { monitorTags } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetchAll } from "@/lib/http/loaders/prefetch";

export const metadata = { title: "Tags" };

export default function TagsPage() {
  return (
    <Prefetched reads={[prefetchAll(routes.listTags, monitorTags)]}>
      <TagsCard />
    </Prefetched>
  );
}
