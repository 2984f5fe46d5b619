"use client";
import { useQuery } from "@tanstack/react-query";
import { useConfirmed } from "@/components/forms/use-confirmed";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time/time";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { Invitation } from "@/lib/contract/accounts/invitations";
import { mayChange, ROLE_WORDS } from "@/lib/presenters/accounts/roles";
import type { Viewer } from "@/lib/presenters/core/viewer";

/** Lists pending invitations; renders nothing if there are none. */
export function InvitationsCard({ viewer }: { viewer: Viewer }) {
  const { data } = useQuery(queryAll(routes.listInvitations));
  const revoke = useConfirmed(routes.revokeInvitation, {
    input: ({ id }: Invitation) => ({ params: { invitationId: id } }),
    title: ({ email }) => `Revoke invitation for ${email}?`,
    action: "Revoke invitation",
    text: "The link stops working immediately.",
    done: "Invitation revoked",
  });
  const invitations = data?.data ?? [];
  if (invitations.length === 0 && !revoke.isOpen) return null;
  return (
    <Card title="Pending invitations" flush>
      <ul>
        {invitations.map((invitation) => (
          <li
            data-row
            key={invitation.id}
            className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line px-4 py-3 last:border-0"
          >
            <div className="min-w-48 flex-1">
              <p className="truncate font-medium">{invitation.email}</p>
              <p className="text-[13px] text-muted">
                {ROLE_WORDS[invitation.role].title}
                {invitation.invited_by && ` · by ${invitation.invited_by}`} · expires{" "}
                <Time at={invitation.expires_at} />
              </p>
            </div>
            {mayChange(viewer.user.role, invitation.role) && (
              <Button
                size="sm"
                aria-label={`Revoke invitation for ${invitation.email}`}
                onClick={() => revoke.ask(invitation)}
              >
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
      {revoke.dialog}
    </Card>
  );
}
