import { CopyAndClose } from "@/components/forms/shown-once";
import { Notice } from "@/components/ui/notice";
import type { CreatedInvitation } from "@/lib/contract/accounts/invitations";
import { counted } from "@/lib/presenters/core/format";

/** Shows the links of several invitations, once, and to whom they weren't sent. */
export function InvitedView({ made, onClose }: { made: readonly CreatedInvitation[]; onClose: () => void }) {
  const unsent = made.filter(({ mail }) => mail !== "sent");
  const lines = made.map(({ email, link }) => `${email} ${link}`);
  return (
    <div className="space-y-4">
      {unsent.length === 0 ? (
        <Notice tone="up">{`${counted(made.length, "invitation")} sent.`}</Notice>
      ) : (
        <Notice tone="warn">
          {`No email was sent to ${unsent.map(({ email }) => email).join(", ")}. Share the links yourself.`}
        </Notice>
      )}
      <pre className="max-h-64 overflow-auto rounded-lg bg-sunken p-3 font-mono text-xs break-all whitespace-pre-wrap">
        {lines.join("\n")}
      </pre>
      <p className="text-[13px] text-muted">
        Each link works once. They aren't stored and won't be shown again.
      </p>
      <CopyAndClose text={lines.join("\n")} label="Copy links" onClose={onClose} />
    </div>
  );
}
