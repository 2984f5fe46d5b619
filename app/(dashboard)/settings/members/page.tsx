import { MembersPage } from "@/components/accounts/members-page";
import { routes } from "@/lib/client/routes";
import { settingsReads } from "@/lib/client/settings-reads";
import { Seed, want } from "@/lib/http/loaders/seed";
import { loadViewer } from "@/lib/http/loaders/viewer";

export const metadata = { title: "Members" };

export default async function Members() {
  const viewer = await loadViewer();
  const isAdmin = viewer.user.role !== "member";
  return (
    <Seed
      wants={[
        want(routes.listMembers, settingsReads.members),
        want(routes.listProjects, settingsReads.projects),
        ...(isAdmin ? [want(routes.listInvitations, settingsReads.invitations)] : []),
      ]}
    >
      <MembersPage viewer={viewer} />
    </Seed>
  );
}
