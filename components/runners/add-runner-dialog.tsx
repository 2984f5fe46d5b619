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
import { REGION_LIST } from "@/lib/presenters/monitors/region-names";
import { isOwnMachine } from "@/lib/presenters/runners/words";

/** Makes a runner's token and shows, this once, the command that starts it elsewhere. */
export function AddRunnerDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Add a region" wide>
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
        help="Where the other machine stands. Several runners of a region share its monitors."
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
      <Field label="Name" error={create.errors.name} help="As it is listed here, for example its machine.">
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
          Make its token
        </Button>
      </div>
    </form>
  );
}

function StartCommand({ command, onClose }: { command: string; onClose: () => void }) {
  return (
    <div className="space-y-4">
      <p>On the other machine, in a copy of this program:</p>
      <code className="block rounded-lg bg-sunken p-3 font-mono text-[13px] break-all select-all">
        {command}
      </code>
      {isOwnMachine(command) && (
        <Notice tone="warn">
          No public address is set (APP_URL): put one that the other machine reaches into CONTROL_URL.
        </Notice>
      )}
      <p className="text-[13px] text-muted">
        The token is not stored and will not be shown again. The runner checks for its region from its first
        call; revoked, it can't call any more.
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
