"use client";
import { useState } from "react";
import { SelectField, TextField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { CopiedText, CopyAndClose } from "@/components/forms/shown-once";
import { SubmitRow } from "@/components/forms/submit-row";
import { useSave } from "@/components/forms/use-save";
import { Options } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Dialog } from "@/components/ui/overlays/dialog";
import { routes } from "@/lib/client/routes";
import type { CreateRunner } from "@/lib/contract/runners/runners";
import { REGION_LIST } from "@/lib/presenters/core/region-names";
import { isOwnMachine } from "@/lib/presenters/runners/words";

/** Creates a runner token and shows, only once, the command that starts the runner on another machine. */
export function AddRunnerDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Add runner" wide>
      <AddRunnerForm onClose={onClose} />
    </Dialog>
  );
}

function AddRunnerForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [region, setRegion] = useState<CreateRunner["region"]>("eu-deu-fra");
  const create = useSave(routes.createRunner, { fields: true });
  const submit = () => {
    create.mutate({ body: { name, region } });
  };
  if (create.data) return <StartCommand command={create.data.command} onClose={onClose} />;
  return (
    <Form onSubmit={submit}>
      <SelectField
        label="Region"
        error={create.errors.region}
        help="Where the other machine is located. Runners in the same region share its monitors."
        value={region}
        onChange={setRegion}
      >
        <Options of={REGION_LIST} option={([code, city]) => [code, `${city} (${code})`]} />
      </SelectField>
      <TextField
        label="Name"
        error={create.errors.name}
        help="Shown in the list of runners, for example the machine's hostname."
        autoComplete="off"
        value={name}
        onChange={setName}
      />
      <SubmitRow busy={create.isPending}>Create token</SubmitRow>
    </Form>
  );
}

function StartCommand({ command, onClose }: { command: string; onClose: () => void }) {
  return (
    <div className="space-y-4">
      <p>Run this on the other machine, in a copy of Vedette:</p>
      <CopiedText>{command}</CopiedText>
      {isOwnMachine(command) && (
        <Notice tone="warn">
          APP_URL isn't set. Change CONTROL_URL to an address of this server that the other machine can reach.
        </Notice>
      )}
      <p className="text-[13px] text-muted">
        The token isn't stored and won't be shown again. The runner starts checking as soon as it connects. A
        revoked runner can't connect.
      </p>
      <CopyAndClose text={command} label="Copy command" onClose={onClose} />
    </div>
  );
}
