import { CopiedText, CopyAndClose } from "@/components/forms/shown-once";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time/time";
import type { OneTimeLink } from "@/lib/contract/accounts/members";

/** Shows a one-time link, once, and whether it was also sent by email. */
export function OneTimeLinkView({
  made,
  email,
  onClose,
}: {
  made: OneTimeLink;
  email: string;
  onClose: () => void;
}) {
  return (
    <div className="space-y-4">
      {made.mail === "sent" && <Notice tone="up">{`Link sent to ${email}.`}</Notice>}
      {made.mail === "failed" && (
        <Notice tone="down" alert>
          {`The mail server rejected the email to ${email}. Share the link yourself.`}
        </Notice>
      )}
      {made.mail === "off" && (
        <Notice tone="warn">
          No email was sent because SMTP isn't configured (SMTP_URL). Share the link yourself.
        </Notice>
      )}
      <CopiedText>{made.link}</CopiedText>
      <p className="text-[13px] text-muted">
        It works once and expires on <Time at={made.expires_at} as="date" />. It isn't stored and won't be
        shown again.
      </p>
      <CopyAndClose text={made.link} label="Copy link" onClose={onClose} />
    </div>
  );
}
