"use client";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Form } from "@/components/forms/form";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { newSecret } from "@/lib/client/new-secret";
import { routes } from "@/lib/client/routes";
import type { Integration } from "@/lib/contract/alerting/integrations";
import { SecretState } from "./secret-state";

/** Replaces a webhook's signing secret. A generated secret is shown only until the dialog closes. */
export function SecretReplacement({
  integration,
  until,
}: {
  integration: Integration;
  /** Until when the previous secret stays valid; null if there is only one. */
  until: string | null;
}) {
  const [secret, setSecret] = useState<string | null>(null);
  const [replaced, setReplaced] = useState(false);
  const save = useSave(routes.updateIntegration, {
    fields: true,
    done: "Secret replaced",
    onDone: () => setReplaced(true),
  });
  const submit = () => {
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
            Signs every request. The current secret can't be shown again.
          </p>
          <Button size="sm" onClick={() => setSecret(newSecret())}>
            <KeyRound /> Replace secret
          </Button>
        </div>
      ) : (
        <Form onSubmit={submit} className="mt-3 space-y-4">
          <Field
            label="New secret"
            error={save.errors["settings.secret"]}
            help={
              replaced
                ? "Copy it to your receiver now. It won't be shown again after you close this dialog."
                : "Generated at random. You can enter your own instead (10 to 250 characters)."
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
        </Form>
      )}
    </section>
  );
}

/** Explains how replacing the secret affects receivers, and asks for confirmation. */
function Warning({ again, busy, onCancel }: { again: boolean; busy: boolean; onCancel: () => void }) {
  return (
    <>
      <p className="text-[13px] text-muted">
        The old secret stays valid for 24 hours: <code className="whitespace-nowrap">webhook-signature</code>{" "}
        carries both signatures, while <code className="whitespace-nowrap">X-Service-Request-Signature</code>{" "}
        uses only the new secret right away.
        {again && " The secret before that stops working now."}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Replace secret
        </Button>
      </div>
    </>
  );
}
