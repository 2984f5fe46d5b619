"use client";
import { useState } from "react";
import { ConfirmPassword } from "@/components/forms/confirm-password";
import { SelectField, TextField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { MomentField } from "@/components/forms/moment-field";
import { ownZone } from "@/components/forms/own-zone";
import { CopiedText, CopyAndClose } from "@/components/forms/shown-once";
import { SubmitRow } from "@/components/forms/submit-row";
import { useSave } from "@/components/forms/use-save";
import { CopyButton } from "@/components/ui/copy";
import { Notice } from "@/components/ui/notice";
import { Dialog } from "@/components/ui/overlays/dialog";
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
  const [password, setPassword] = useState("");
  const create = useSave(routes.createKey, { fields: true });
  const submit = () => {
    const expires_at = isoOf(expires, ownZone());
    create.mutate({
      body: {
        kind,
        name,
        expires_at,
        ...(kind !== "user" && { platform, uptime }),
        ...(kind === "organization" && { current_password: password }),
      },
    });
  };
  if (create.data)
    return <Token token={create.data.token} projectId={viewer.project?.id ?? 1} onClose={onClose} />;
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Name"
        error={create.errors.name}
        help="Where you'll use it, for example Terraform."
        value={name}
        onChange={setName}
      />
      <SelectField label="Acts as" error={create.errors.kind} value={kind} onChange={setKind}>
        {admin && <option value="project">{`Project ${viewer.project?.name ?? ""}`}</option>}
        {admin && <option value="organization">Organization</option>}
        <option value="user">You (with your role)</option>
      </SelectField>
      {kind !== "user" && (
        <div className="grid grid-cols-2 gap-4">
          <AccessField
            label="Platform"
            help="Projects, users, integrations, and alert rules"
            value={platform}
            onChange={setPlatform}
            error={create.errors.platform}
          />
          <AccessField
            label="Uptime"
            help="Monitors, incidents, status pages, and reports"
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
      {kind === "organization" && (
        <ConfirmPassword value={password} error={create.errors.current_password} onChange={setPassword} />
      )}
      <SubmitRow busy={create.isPending}>Create key</SubmitRow>
    </Form>
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
    <SelectField label={label} help={help} error={error} value={value} onChange={onChange}>
      <option value="none">None</option>
      <option value="read">Read</option>
      <option value="write">Read and write</option>
    </SelectField>
  );
}

/** Shows the new token with a first request. It can't be shown again. */
function Token({ token, projectId, onClose }: { token: string; projectId: number; onClose: () => void }) {
  const request = `curl ${window.location.origin}/api/uptime/monitors -H "Authorization: Bearer ${token}" -H "X-Service-Project-Id: ${projectId}"`;
  return (
    <div className="space-y-4">
      <Notice tone="warn">Copy the key now. It isn't stored and won't be shown again.</Notice>
      <CopiedText>{token}</CopiedText>
      <div className="space-y-1.5">
        <p className="text-muted">
          Try it. The <ApiReference /> lists everything else.
        </p>
        <CopiedText>{request}</CopiedText>
      </div>
      <CopyAndClose text={token} label="Copy key" onClose={onClose}>
        <CopyButton text={request} label="Copy request" />
      </CopyAndClose>
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
