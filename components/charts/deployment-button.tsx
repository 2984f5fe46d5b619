"use client";
import { Rocket } from "lucide-react";
import { type FormEvent, useState } from "react";
import { TextField } from "@/components/forms/fields";
import { SubmitRow } from "@/components/forms/submit-row";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { routes } from "@/lib/client/routes";

/** Marks a deployment now in the charts of the project's monitors. */
export function DeploymentButton() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Rocket /> Mark a deployment
      </Button>
      <Dialog open={open} onClose={close} title="Mark a deployment">
        <DeploymentForm onDone={close} />
      </Dialog>
    </>
  );
}

function DeploymentForm({ onDone }: { onDone: () => void }) {
  const [draft, setDraft] = useState({ name: "", version: "", url: "" });
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const save = useSave(routes.createDeployment, { fields: true, done: "Deployment marked", onDone });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ body: { name: draft.name, version: draft.version || null, url: draft.url || null } });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <TextField
        label="Name"
        placeholder="Checkout"
        error={save.errors.name}
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Version"
        optional
        placeholder="v2.14.0"
        error={save.errors.version}
        value={draft.version}
        onChange={(version) => change({ version })}
      />
      <TextField
        label="Link"
        optional
        type="url"
        error={save.errors.url}
        value={draft.url}
        onChange={(url) => change({ url })}
      />
      <SubmitRow busy={save.isPending}>Mark a deployment</SubmitRow>
    </form>
  );
}
