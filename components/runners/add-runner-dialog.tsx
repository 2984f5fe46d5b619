"use client";
import { type FormEvent, useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ body: { name, region } });
  };
  if (create.data) return <StartCommand command={create.data.command} onClose={onClose} />;
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <Field
        label="Region"
        error={create.errors.region}
        help="Where the other machine is located. Runners in the same region share its monitors."
      >
        {(control) => (
          <Select
            {...control}
            value={region}
            onChange={(event) => setRegion(event.target.value as CreateRunner["region"])}
          >
            {REGION_LIST.map(([code, city]) => (
              <option key={code} value={code}>
                {city} ({code})
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Name"
        error={create.errors.name}
        help="Shown in the list of runners, for example the machine's hostname."
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={create.isPending}>
          Create token
        </Button>
      </div>
    </form>
  );
}

function StartCommand({ command, onClose }: { command: string; onClose: () => void }) {
  return (
    <div className="space-y-4">
      <p>Run this on the other machine, in a copy of Vedette:</p>
      <code className="block rounded-lg bg-sunken p-3 font-mono text-[13px] break-all select-all">
        {command}
      </code>
      {isOwnMachine(command) && (
        <Notice tone="warn">
          APP_URL isn't set. Change CONTROL_URL to an address of this server that the other machine can reach.
        </Notice>
      )}
      <p className="text-[13px] text-muted">
        The token isn't stored and won't be shown again. The runner starts checking as soon as it connects. A
        revoked runner can't connect.
      </p>
      <div className="flex justify-end gap-2">
        <CopyButton text={command} label="Copy command" />
        <Button look="primary" size="sm" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
