import { MembersCard } from "@/components/settings/members-card";
import { routes } from "@/lib/client/routes";
import { settingsReads } from "@/lib/client/settings-reads";
import { Seed, want } from "@/lib/queries/seed";

export const metadata = { title: "Members" };

export default function MembersPage() {
  return (
    <Seed wants={[want(routes.listUsers, settingsReads.users)]}>
      <MembersCard />
    </Seed>
  );
}
