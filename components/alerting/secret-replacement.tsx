"use client";
import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { newSecret } from "@/lib/client/new-secret";
import { routes } from "@/lib/client/routes";
import type { Integration } from "@/lib/contract/alerting/integrations";
import { SecretState } from "./secret-state";

/** Gives a webhook another signing secret: made here, shown until the dialog closes, and never again. */
export function SecretReplacement({
  integration,
  until,
}: {
  integration: Integration;
  /** Until when the one before signs along; null while one secret is in force. */
  until: string | null;
}) {
  const [secret, setSecret] = useState<string | null>(null);
  const [replaced, setReplaced] = useState(false);
  const save = useSave(routes.updateIntegration, {
    fields: true,
    done: "Secret replaced",
    onDone: () => setReplaced(true),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const params = { app: integration.app, integrationId: integration.id };
    if (secret !== null && !replaced) save.mutate({ params, body: { settings: { secret } } });
  };
  return (
    <section className="mt-6 border-t border-line pt-4" aria-labelledby={`secret-${integration.id}`}>
      <h3 id={`secret-${integration.id}`} className="text-[13px] font-medium">
        Signing secret
      </h3>
      <SecretState until={until} />
      {secret === null ? (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-56 text-[13px] text-muted">
            Signs every request. The stored one is not shown again.
          </p>
          <Button size="sm" onClick={() => setSecret(newSecret())}>
            <KeyRound /> Replace the secret
          </Button>
        </div>
      ) : (
        <form onSubmit={submit} noValidate className="mt-3 space-y-4">
          <Field
            label="New secret"
            error={save.errors["settings.secret"]}
            help={
              replaced
                ? "Give it to your receiver now: it is not shown again once this is closed."
                : "Made at random. One of your own (10 to 250 characters) can stand here instead."
            }
          >
            {(control) => (
              <div className="flex items-center gap-2">
                <Input
                  {...control}
                  value={secret}
                  readOnly={replaced}
                  autoComplete="off"
                  spellCheck={false}
                  className="min-w-0 flex-1 font-mono text-[13px]"
                  onChange={(event) => setSecret(event.target.value)}
                />
                <CopyButton text={secret} />
              </div>
            )}
          </Field>
          {!replaced && (
            <Warning again={until !== null} onCancel={() => setSecret(null)} busy={save.isPending} />
          )}
        </form>
      )}
    </section>
  );
}

/** What replacing does to receivers, and the step itself. */
function Warning({ again, busy, onCancel }: { again: boolean; busy: boolean; onCancel: () => void }) {
  return (
    <>
      <p className="text-[13px] text-muted">
        For 24 hours the old secret signs along: <code className="whitespace-nowrap">webhook-signature</code>{" "}
        carries both. <code className="whitespace-nowrap">X-Service-Request-Signature</code> has room for one
        and is made with the new secret at once.
        {again && " The secret from before the last replacement ends now."}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy}>
          Replace it
        </Button>
      </div>
    </>
  );
}
