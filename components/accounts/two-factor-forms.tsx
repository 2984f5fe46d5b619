"use client";
import type { FormEvent } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
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
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={renew.isPending}>
          Generate codes
        </Button>
      </div>
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
      <Field label="Your password" error={end.errors.current_password}>
        {(control) => (
          <Input {...control} name="current_password" type="password" autoComplete="current-password" />
        )}
      </Field>
      <CodeField error={end.errors.code} help={CODE_HELP} />
      <div className="flex justify-end">
        <Button type="submit" look="danger" busy={end.isPending}>
          Turn off
        </Button>
      </div>
    </form>
  );
}
