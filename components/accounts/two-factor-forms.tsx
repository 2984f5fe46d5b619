"use client";
import type { FormEvent } from "react";
import { TextField } from "@/components/forms/fields";
import { SubmitRow } from "@/components/forms/submit-row";
import { useSave } from "@/components/forms/use-save";
import { routes } from "@/lib/client/routes";
import { CodeField } from "./code-field";
import { RecoveryCodesView } from "./recovery-codes";

const CODE_HELP = "From your authenticator app, or a recovery code.";

export function RenewCodes({ onClose }: { onClose: () => void }) {
  const renew = useSave(routes.renewRecoveryCodes, { fields: true });
  if (renew.data) return <RecoveryCodesView codes={renew.data.recovery_codes} onClose={onClose} />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    renew.mutate({ body: { code: String(new FormData(event.currentTarget).get("code")) } });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <p className="text-muted">Your current codes stop working.</p>
      <CodeField error={renew.errors.code} help={CODE_HELP} autoFocus />
      <SubmitRow busy={renew.isPending}>Generate codes</SubmitRow>
    </form>
  );
}

export function TurnOff({ onClose }: { onClose: () => void }) {
  const end = useSave(routes.endTwoFactor, {
    fields: true,
    done: "Two-factor sign-in is off",
    onDone: onClose,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    end.mutate({
      body: { current_password: String(data.get("current_password")), code: String(data.get("code")) },
    });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
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
    </form>
  );
}
