"use client";
import { TextField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { SubmitRow } from "@/components/forms/submit-row";
import { useSave } from "@/components/forms/use-save";
import { routes } from "@/lib/client/routes";
import { CodeField } from "./code-field";
import { RecoveryCodesView } from "./recovery-codes";

const CODE_HELP = "From your authenticator app, or a recovery code.";

export function RenewCodes({ onClose }: { onClose: () => void }) {
  const renew = useSave(routes.renewRecoveryCodes, { fields: true });
  if (renew.data) return <RecoveryCodesView codes={renew.data.recovery_codes} onClose={onClose} />;
  const submit = (form: HTMLFormElement) => {
    renew.mutate({ body: { code: String(new FormData(form).get("code")) } });
  };
  return (
    <Form onSubmit={submit}>
      <p className="text-muted">Your current codes stop working.</p>
      <CodeField error={renew.errors.code} help={CODE_HELP} autoFocus />
      <SubmitRow busy={renew.isPending}>Generate codes</SubmitRow>
    </Form>
  );
}

export function TurnOff({ onClose }: { onClose: () => void }) {
  const end = useSave(routes.endTwoFactor, {
    fields: true,
    done: "Two-factor sign-in is off",
    onDone: onClose,
  });
  const submit = (form: HTMLFormElement) => {
    const data = new FormData(form);
    end.mutate({
      body: { current_password: String(data.get("current_password")), code: String(data.get("code")) },
    });
  };
  return (
    <Form onSubmit={submit}>
      <p className="text-muted">You'll sign in with only your password. This ends your other sessions.</p>
      <TextField
        label="Your password"
        error={end.errors.current_password}
        name="current_password"
        type="password"
        autoComplete="current-password"
      />
      <CodeField error={end.errors.code} help={CODE_HELP} />
      <SubmitRow variant="danger" busy={end.isPending}>
        Turn off
      </SubmitRow>
    </Form>
  );
}
