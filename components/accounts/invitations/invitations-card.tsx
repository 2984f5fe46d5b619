"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/overlays/confirm";
import { Time } from "@/components/ui/time/time";
import { queryAll } from "@/lib/client/query";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import type { Invitation } from "@/lib/contract/accounts/invitations";
import { mayChange, ROLE_WORDS } from "@/lib/presenters/accounts/roles";
import type { Viewer } from "@/lib/presenters/core/viewer";

/** Lists pending invitations; renders nothing if there are none. */
export function InvitationsCard({ viewer }: { viewer: Viewer }) {
  const { data } = useQuery(queryAll(routes.listInvitations, settingsReads.invitations));
  const [leaving, setLeaving] = useState<Invitation | null>(null);
  const revoke = useSave(routes.revokeInvitation, {
    done: "Invitation revoked",
    onDone: () => setLeaving(null),
  });
  const invitations = data?.data ?? [];
  if (invitations.length === 0 && !leaving) return null;
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
                onClick={() => setLeaving(invitation)}
              >
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && revoke.mutate({ params: { invitationId: leaving.id } })}
        busy={revoke.isPending}
        title={`Revoke invitation for ${leaving?.email}?`}
        action="Revoke invitation"
      >
        The link stops working immediately.
      </Confirm>
    </Card>
  );
}
