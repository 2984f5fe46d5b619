import { MembersPage } from "@/components/accounts/members-page";
import { settingsReads } from "@/lib/client/reads/settings-reads";
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
        prefetchAll(routes.listMembers, settingsReads.members),
        prefetchAll(routes.listProjects, settingsReads.projects),
        ...(isAdmin ? [prefetchAll(routes.listInvitations, settingsReads.invitations)] : []),
      ]}
    >
      <MembersPage viewer={viewer} />
    </Prefetched>
  );
}
