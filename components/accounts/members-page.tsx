"use client";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { usePaged } from "@/components/ui/use-paged";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { Member } from "@/lib/contract/accounts/members";
import { counted } from "@/lib/presenters/core/format";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { InvitationsCard } from "./invitations/invitations-card";
import { InviteDialog } from "./invitations/invite-dialog";
import { MemberRow, type MemberStep } from "./member-row";
import { MemberSteps } from "./member-steps";

/** Lists the organization's members and pending invitations. */
export function MembersPage({ viewer }: { viewer: Viewer }) {
  const { data } = useQuery(queryAll(routes.listMembers));
  const { shown, pager } = usePaged(data?.data ?? []);
  const projects = useQuery(queryAll(routes.listProjects)).data?.data ?? [];
  const [inviting, setInviting] = useState(false);
  const [chosen, setChosen] = useState<{ member: Member; step: MemberStep } | null>(null);
  const isAdmin = viewer.user.role !== "member";
  return (
    <div className="space-y-4">
      <Card
        title={data && counted(data.data.length, "member")}
        flush
        aside={
          isAdmin && (
            <Button size="sm" onClick={() => setInviting(true)}>
              <UserPlus /> Invite member
            </Button>
          )
        }
      >
        <ul>
          {shown.map((member) => (
            <MemberRow
              key={member.id}
              viewer={viewer}
              member={member}
              projects={projects}
              onStep={(step) => setChosen({ member, step })}
            />
          ))}
        </ul>
        {pager}
      </Card>
      {isAdmin && <InvitationsCard viewer={viewer} />}
      {!isAdmin && (
        <p className="px-1 text-[13px] text-muted">Only owners and admins can invite and edit members.</p>
      )}
      <InviteDialog viewer={viewer} open={inviting} onClose={() => setInviting(false)} />
      <MemberSteps viewer={viewer} chosen={chosen} onClose={() => setChosen(null)} />
    </div>
  );
}
