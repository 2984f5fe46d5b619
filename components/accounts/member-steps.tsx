"use client";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { routes } from "@/lib/client/routes";
import type { Member } from "@/lib/contract/accounts/members";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { MemberDialog } from "./member-dialog";
import type { MemberStep } from "./member-row";
import { OneTimeLinkView } from "./one-time-link-view";

/** The dialog of the step that was chosen for a person. */
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
    done: `${member?.name} was removed`,
    onDone: () => (isSelf ? location.assign("/sign-in") : onClose()),
  });
  const endTwoFactor = useSave(routes.endTwoFactorOf, { done: "Two-factor turned off", onDone: onClose });
  const params = { userId: member?.id ?? 0 };
  const at = (step: MemberStep) => chosen?.step === step;
  return (
    <>
      <MemberDialog viewer={viewer} member={at("change") ? member : null} onClose={onClose} />
      <Dialog open={at("reset")} onClose={onClose} title={`New password for ${member?.name}`}>
        {member && <ResetLink member={member} onClose={onClose} />}
      </Dialog>
      <Confirm
        open={at("end-two-factor")}
        onClose={onClose}
        onConfirm={() => endTwoFactor.mutate({ params })}
        busy={endTwoFactor.isPending}
        title={`Turn off two-factor of ${member?.name}?`}
        action="Turn off"
      >
        Make sure that it is really {member?.name} who asked. The password alone is enough from then on; they
        are told by mail, and it stands in the audit log.
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
          ? "Your account, your sessions and your tokens end."
          : "Their sessions and tokens end at once."}{" "}
        Incidents, pages and API keys stay as they are.
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
        A link with which {member.name} chooses a new password. It works once, for 24 hours; earlier links
        end.
        {member.two_factor && " The code of their authenticator app is asked for all the same."}
      </p>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          busy={make.isPending}
          onClick={() => make.mutate({ params: { userId: member.id } })}
        >
          Make a link
        </Button>
      </div>
    </>
  );
}
