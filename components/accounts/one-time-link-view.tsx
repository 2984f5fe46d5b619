import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import type { OneTimeLink } from "@/lib/contract/accounts/members";

/** A link that is shown this once, and whether it also went out by mail. */
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
      {made.mail === "sent" && <Notice tone="up">{`The link went to ${email} by mail.`}</Notice>}
      {made.mail === "failed" && (
        <Notice tone="down" alert>
          {`The mail server did not take the mail to ${email}. Hand the link over yourself.`}
        </Notice>
      )}
      {made.mail === "off" && (
        <Notice tone="warn">
          No mail was sent, because SMTP is not set up (SMTP_URL). Hand the link over yourself.
        </Notice>
      )}
      <code className="block rounded-lg bg-sunken p-3 font-mono text-[13px] break-all select-all">
        {made.link}
      </code>
      <p className="text-[13px] text-muted">
        It works once, until <Time at={made.expires_at} as="date" />. It is not stored and will not be shown
        again.
      </p>
      <div className="flex justify-end gap-2">
        <CopyButton text={made.link} label="Copy link" />
        <Button look="primary" size="sm" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
