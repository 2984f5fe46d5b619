import { TagsCard } from "@/components/monitors/tags-card";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetchAll } from "@/lib/http/loaders/prefetch";

export const metadata = { title: "Tags" };

export default function TagsPage() {
  return (
    <Prefetched reads={[prefetchAll(routes.listTags)]}>
      <TagsCard />
    </Prefetched>
  );
}
