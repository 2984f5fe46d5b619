"use client";
import { useState } from "react";
import { Form } from "@/components/forms/form";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy";
import { Field } from "@/components/ui/field";
import { Check, Input, Segmented } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Dialog } from "@/components/ui/overlays/dialog";
import { routes } from "@/lib/client/routes";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { type ChosenUpdates, SubscriberChoice } from "./subscriber-choice";

interface Props {
  onClose: () => void;
  page: Pick<StatusPage, "id" | "components" | "subscription_channels">;
}

const ALL: ChosenUpdates = { components: [], groups: [], kinds: [] };

const TYPES = [
  { value: "email", label: "Email" },
  { value: "webhook", label: "Webhook" },
] as const;
type Type = (typeof TYPES)[number]["value"];

/** Adds a person or a webhook to a page's subscribers. */
export function AddSubscriberDialog({ open, ...props }: Props & { open: boolean }) {
  return (
    <Dialog open={open} onClose={props.onClose} title="Add subscriber">
      <AddForm {...props} />
    </Dialog>
  );
}

function AddForm({ onClose, page }: Props) {
  const offered = TYPES.filter(({ value }) => page.subscription_channels.includes(value));
  const [type, setType] = useState<Type>(offered[0]?.value ?? "email");
  const [address, setAddress] = useState("");
  const [consent, setConsent] = useState(false);
  const [chosen, setChosen] = useState(ALL);
  const add = useSave(routes.addPageSubscriber, {
    fields: true,
    done: ({ state, email }) =>
      state === "unconfirmed" && email
        ? "Subscriber added. They get an email to confirm."
        : "Subscriber added",
    onDone: ({ secret }) => secret === null && onClose(),
  });
  const submit = () => {
    const who = type === "email" ? { email: address, has_consented: consent } : { url: address };
    add.mutate({ params: { statusPageId: page.id }, body: { ...who, ...chosen } });
  };
  const { email: emailError, url: urlError, ...others } = add.errors;
  if (add.data?.secret) return <Secret secret={add.data.secret} onClose={onClose} />;
  return (
    <Form onSubmit={submit}>
      {offered.length > 1 && (
        <Segmented name="type" label="Type" value={type} options={offered} onChange={setType} />
      )}
      {type === "email" ? (
        <>
          <Field label="Email" error={emailError}>
            {(control) => (
              <Input
                {...control}
                type="email"
                value={address}
                onChange={(event) => setAddress(event.target.value)}
              />
            )}
          </Field>
          <Check
            label="They agreed to get emails from this page"
            help={consent ? "Updates start right away." : "They get one email to confirm."}
            checked={consent}
            onChange={(event) => setConsent(event.target.checked)}
          />
        </>
      ) : (
        <Field
          label="URL"
          error={urlError}
          help="Updates start after the webhook returns a signed challenge."
        >
          {(control) => (
            <Input
              {...control}
              type="url"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
      )}
      <SubscriberChoice components={page.components} chosen={chosen} onChange={setChosen} />
      {Object.entries(others).map(([field, text]) => (
        <p key={field} role="alert" className="text-[13px] text-down">
          {text}
        </p>
      ))}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={add.isPending}>
          Add subscriber
        </Button>
      </div>
    </Form>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div className="space-y-4">
      <Notice tone="warn">
        Copy the secret now. The receiver verifies requests with it, and it won't be shown again.
      </Notice>
      <code className="block rounded-lg bg-sunken p-3 font-mono text-[13px] break-all select-all">
        {secret}
      </code>
      <div className="flex justify-end gap-2">
        <CopyButton text={secret} label="Copy secret" />
        <Button variant="primary" size="sm" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
