"use client";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/overlays/confirm";
import { Dialog } from "@/components/ui/overlays/dialog";
import { routes } from "@/lib/client/routes";
import type { Member } from "@/lib/contract/accounts/members";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { MemberDialog } from "./member-dialog";
import type { MemberStep } from "./member-row";
import { OneTimeLinkView } from "./one-time-link-view";

/** Shows the dialog of the action that was chosen for a member. */
export function MemberSteps({
  viewer,
  chosen,
  onClose,
}: {
  viewer: Viewer;
  chosen: { member: Member; step: MemberStep } | null;
  onClose: () => void;
}) {
  const member = chosen?.member ?? null;
  const isSelf = member?.id === viewer.user.id;
  const remove = useSave(routes.removeMember, {
    done: `${member?.name} removed`,
    onDone: () => (isSelf ? location.assign("/sign-in") : onClose()),
  });
  const endTwoFactor = useSave(routes.endTwoFactorOf, { done: "Two-factor turned off", onDone: onClose });
  const params = { userId: member?.id ?? 0 };
  const at = (step: MemberStep) => chosen?.step === step;
  return (
    <>
      <MemberDialog viewer={viewer} member={at("change") ? member : null} onClose={onClose} />
      <Dialog open={at("reset")} onClose={onClose} title={`Reset password for ${member?.name}`}>
        {member && <ResetLink member={member} onClose={onClose} />}
      </Dialog>
      <Confirm
        open={at("end-two-factor")}
        onClose={onClose}
        onConfirm={() => endTwoFactor.mutate({ params })}
        busy={endTwoFactor.isPending}
        title={`Turn off two-factor for ${member?.name}?`}
        action="Turn off two-factor"
      >
        Make sure the request really came from {member?.name}. They will be able to sign in with only their
        password. They are notified by email, and the change is recorded in the audit log.
      </Confirm>
      <Confirm
        open={at("remove")}
        onClose={onClose}
        onConfirm={() => remove.mutate({ params })}
        busy={remove.isPending}
        title={isSelf ? "Leave this organization?" : `Remove ${member?.name}?`}
        action={isSelf ? "Leave" : "Remove"}
      >
        {isSelf
          ? "This deletes your account, sessions, and tokens, and the organization keys you created."
          : "Their sessions and tokens, and the organization keys they created, stop working immediately."}{" "}
        Incidents, status pages, and project keys aren't affected.
      </Confirm>
    </>
  );
}

function ResetLink({ member, onClose }: { member: Member; onClose: () => void }) {
  const make = useSave(routes.makeResetLink);
  if (make.data) return <OneTimeLinkView made={make.data} email={member.email} onClose={onClose} />;
  return (
    <>
      <p className="text-muted">
        Create a link that lets {member.name} choose a new password. It works once, expires in 24 hours, and
        replaces earlier links.
        {member.two_factor && " They still need a code from their authenticator app."}
      </p>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          busy={make.isPending}
          onClick={() => make.mutate({ params: { userId: member.id } })}
        >
          Create link
        </Button>
      </div>
    </>
  );
}
