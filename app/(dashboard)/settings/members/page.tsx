import { MembersPage } from "@/components/members/members-page";
import { routes } from "@/lib/client/routes";
import { settingsReads } from "@/lib/client/settings-reads";
import { Seed, want } from "@/lib/queries/seed";
import { loadViewer } from "@/lib/queries/viewer";

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
