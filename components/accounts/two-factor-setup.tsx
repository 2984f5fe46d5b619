"use client";
import { TextField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { SubmitRow } from "@/components/forms/submit-row";
import { useSave } from "@/components/forms/use-save";
import { CopyButton } from "@/components/ui/copy";
import { Qr } from "@/components/ui/qr";
import { routes } from "@/lib/client/routes";
import type { TwoFactorDraft } from "@/lib/contract/accounts/two-factor";
import { CodeField } from "./code-field";
import { RecoveryCodesView } from "./recovery-codes";

/** Sets up two-factor sign-in in three steps: password, QR code with a first code, and recovery codes. */
export function TwoFactorSetup({ onClose }: { onClose: () => void }) {
  const begin = useSave(routes.beginTwoFactor, { fields: true });
  if (begin.data) return <Scan draft={begin.data} onClose={onClose} />;
  const submit = (form: HTMLFormElement) => {
    const password = String(new FormData(form).get("current_password"));
    begin.mutate({ body: { current_password: password } });
  };
  return (
    <Form onSubmit={submit}>
      <p className="text-muted">You'll sign in with your password and a code from an authenticator app.</p>
      <TextField
        label="Your password"
        error={begin.errors.current_password}
        name="current_password"
        type="password"
        autoComplete="current-password"
      />
      <SubmitRow busy={begin.isPending}>Continue</SubmitRow>
    </Form>
  );
}

function Scan({ draft, onClose }: { draft: TwoFactorDraft; onClose: () => void }) {
  const confirm = useSave(routes.confirmTwoFactor, { fields: true });
  if (confirm.data) return <RecoveryCodesView codes={confirm.data.recovery_codes} onClose={onClose} />;
  const submit = (form: HTMLFormElement) => {
    confirm.mutate({ body: { code: String(new FormData(form).get("code")) } });
  };
  const grouped = (draft.secret.match(/.{1,4}/g) ?? []).join(" ");
  return (
    <Form onSubmit={submit}>
      <p className="text-muted">
        Scan this code with an authenticator app, then enter the six digits it shows.
      </p>
      <div className="flex flex-wrap items-start gap-5">
        <Qr text={draft.uri} label="QR code for the authenticator app" />
        <div className="min-w-0 flex-1 basis-36 space-y-2">
          <p className="text-[13px] text-muted">
            On this device?{" "}
            <a href={draft.uri} className="font-medium text-accent underline underline-offset-2">
              Open your app
            </a>{" "}
            or enter this key:
          </p>
          <code className="block font-mono text-[13px] break-words">{grouped}</code>
          <CopyButton text={draft.secret} label="Copy key" />
        </div>
      </div>
      <CodeField error={confirm.errors.code} autoFocus />
      <SubmitRow busy={confirm.isPending}>Turn on</SubmitRow>
    </Form>
  );
}
