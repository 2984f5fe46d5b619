import { CopyButton } from "@/components/ui/copy";

const COMMAND =
  'SMTP_URL=smtp://user:password@mail.example.com:587 MAIL_FROM="Vedette <alerts@example.com>" npm start';

/** Says how to connect a mail server and how to check it. */
export function MailSetup() {
  return (
    <div className="space-y-2">
      <p>Restart Vedette with your mail server's address and the sender of your emails:</p>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 rounded-lg bg-sunken px-3 py-2 font-mono text-[13px] break-words">
          {COMMAND}
        </code>
        <CopyButton text={COMMAND} />
      </div>
      <p className="text-muted">
        Then add an email integration and choose Send a test. It shows the mail server's response.
      </p>
    </div>
  );
}
