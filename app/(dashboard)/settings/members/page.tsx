import { MembersPage } from "@/components/accounts/members-page";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import { Seed, wantAll } from "@/lib/http/loaders/seed";
import { loadViewer } from "@/lib/http/loaders/viewer";

export const metadata = { title: "Members" };

export default async function Members() {
  const viewer = await loadViewer();
  const isAdmin = viewer.user.role !== "member";
  return (
    <Seed
      wants={[
        wantAll(routes.listMembers, settingsReads.members),
        wantAll(routes.listProjects, settingsReads.projects),
        ...(isAdmin ? [wantAll(routes.listInvitations, settingsReads.invitations)] : []),
      ]}
    >
      <MembersPage viewer={viewer} />
    </Seed>
  );
}
