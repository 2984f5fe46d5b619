"use client";
import { type FormEvent, useState } from "react";
import { hasUnfinishedDate, MomentField } from "@/components/forms/moment-field";
import { ownZone } from "@/components/forms/own-zone";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { routes } from "@/lib/client/routes";
import type { Key } from "@/lib/contract/accounts/keys";
import { isoOf } from "@/lib/presenters/core/moment-input";
import type { Viewer } from "@/lib/presenters/core/viewer";

type Kind = Key["kind"];
type Access = Key["platform"];

export function KeyDialog({ open, onClose, viewer }: { open: boolean; onClose: () => void; viewer: Viewer }) {
  return (
    <Dialog open={open} onClose={onClose} title="Create API key">
      <KeyForm onClose={onClose} viewer={viewer} />
    </Dialog>
  );
}

function KeyForm({ onClose, viewer }: { onClose: () => void; viewer: Viewer }) {
  const admin = viewer.user.role !== "member";
  const [name, setName] = useState("");
  const [kind, setKind] = useState<Kind>(admin ? "project" : "user");
  const [platform, setPlatform] = useState<Access>("read");
  const [uptime, setUptime] = useState<Access>("write");
  const [expires, setExpires] = useState("");
  const create = useSave(routes.createKey, { fields: true });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (hasUnfinishedDate(event.currentTarget)) return;
    const expires_at = isoOf(expires, ownZone());
    create.mutate({ body: { kind, name, expires_at, ...(kind !== "user" && { platform, uptime }) } });
  };
  if (create.data)
    return <Token token={create.data.token} projectId={viewer.project?.id ?? 1} onClose={onClose} />;
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <Field label="Name" error={create.errors.name} help="Where you'll use it, for example Terraform.">
        {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <Field label="Acts as" error={create.errors.kind}>
        {(control) => (
          <Select {...control} value={kind} onChange={(event) => setKind(event.target.value as Kind)}>
            {admin && <option value="project">{`Project ${viewer.project?.name ?? ""}`}</option>}
            {admin && <option value="organization">Organization</option>}
            <option value="user">You (with your role)</option>
          </Select>
        )}
      </Field>
      {kind !== "user" && (
        <div className="grid grid-cols-2 gap-4">
          <AccessField
            label="Platform"
            help="Projects, users, integrations and alert rules"
            value={platform}
            onChange={setPlatform}
            error={create.errors.platform}
          />
          <AccessField
            label="Uptime"
            help="Monitors, incidents, status pages and reports"
            value={uptime}
            onChange={setUptime}
            error={create.errors.uptime}
          />
        </div>
      )}
      <MomentField
        label="Expires at"
        help="Leave empty if the key never expires."
        value={expires}
        error={create.errors.expires_at}
        onChange={setExpires}
      />
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={create.isPending}>
          Create key
        </Button>
      </div>
    </form>
  );
}

function AccessField({
  label,
  help,
  value,
  onChange,
  error,
}: {
  label: string;
  help: string;
  value: Access;
  onChange: (access: Access) => void;
  error: string | undefined;
}) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value as Access)}>
          <option value="none">None</option>
          <option value="read">Read</option>
          <option value="write">Read and write</option>
        </Select>
      )}
    </Field>
  );
}

const CODE = "block rounded-lg bg-sunken p-3 font-mono text-[13px] break-all select-all";

/** Shows the new token with a first request. It can't be shown again. */
function Token({ token, projectId, onClose }: { token: string; projectId: number; onClose: () => void }) {
  const request = `curl ${window.location.origin}/api/uptime/monitors -H "Authorization: Bearer ${token}" -H "X-Service-Project-Id: ${projectId}"`;
  return (
    <div className="space-y-4">
      <Notice tone="warn">Copy the key now. It isn't stored and won't be shown again.</Notice>
      <code className={CODE}>{token}</code>
      <div className="space-y-1.5">
        <p className="text-muted">
          Try it. The <ApiReference /> lists everything else.
        </p>
        <code className={CODE}>{request}</code>
      </div>
      <div className="flex justify-end gap-2">
        <CopyButton text={request} label="Copy request" />
        <CopyButton text={token} label="Copy key" />
        <Button look="primary" size="sm" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}

/** Links to the API reference of this installation. */
export function ApiReference() {
  return (
    <a className="text-accent underline underline-offset-2" href="/api/docs">
      API reference
    </a>
  );
}
