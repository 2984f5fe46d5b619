import { MembersPage } from "@/components/accounts/members-page";
import { routes } from "@/lib/client/routes";
import { Prefetched, prefetchAll } from "@/lib/http/loaders/prefetch";
import { loadViewer } from "@/lib/http/loaders/viewer";

export const metadata = { title: "Members" };

export default async function Members() {
  const viewer = await loadViewer();
  const isAdmin = viewer.user.role !== "member";
  return (
    <Prefetched
      reads={[
        prefetchAll(routes.listMembers),
        prefetchAll(routes.listProjects),
        ...(isAdmin ? [prefetchAll(routes.listInvitations)] : []),
      ]}
    >
      <MembersPage viewer={viewer} />
    </Prefetched>
  );
}
