"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ConfirmPassword } from "@/components/forms/confirm-password";
import { TextareaField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { CopyAndClose } from "@/components/forms/shown-once";
import { SubmitRow } from "@/components/forms/submit-row";
import { useSaveAll } from "@/components/forms/use-save";
import { Notice } from "@/components/ui/notice";
import { Dialog } from "@/components/ui/overlays/dialog";
import { queryAll } from "@/lib/client/query";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import type { CreatedInvitation, CreateInvitation } from "@/lib/contract/accounts/invitations";
import type { Member } from "@/lib/contract/accounts/members";
import { rolesFor } from "@/lib/presenters/accounts/roles";
import { counted } from "@/lib/presenters/core/format";
import { listOf } from "@/lib/presenters/core/listed-text";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { OneTimeLinkView } from "../one-time-link-view";
import { ProjectChecks, RoleField } from "../role-fields";

interface Props {
  viewer: Viewer;
  open: boolean;
  onClose: () => void;
}

export function InviteDialog({ viewer, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Invite members">
      <InviteForm viewer={viewer} onClose={onClose} />
    </Dialog>
  );
}

function InviteForm({ viewer, onClose }: Omit<Props, "open">) {
  const { data } = useQuery(queryAll(routes.listProjects));
  const projects = data?.data ?? [];
  const [emails, setEmails] = useState("");
  const [role, setRole] = useState<Member["role"]>("member");
  const [password, setPassword] = useState("");
  const [chosen, setChosen] = useState<number[] | null>(null);
  const ids = chosen ?? projects.map((project) => project.id);
  const invite = useInvites();
  const submit = () => {
    const project_ids = role === "member" && ids.length < projects.length ? ids : null;
    const confirmed = role === "owner" ? { current_password: password } : {};
    invite.mutate({ emails: listOf(emails), body: { role, project_ids, ...confirmed } });
  };
  const [only, ...others] = invite.data ?? [];
  if (only && others.length === 0)
    return <OneTimeLinkView made={only} email={only.email} onClose={onClose} />;
  if (invite.data) return <InvitedView made={invite.data} onClose={onClose} />;
  return (
    <Form onSubmit={submit}>
      <TextareaField
        label="Email addresses"
        help="Separate several with commas or line breaks. All get the same role."
        error={invite.errors.email}
        rows={2}
        value={emails}
        onChange={setEmails}
      />
      <RoleField
        value={role}
        roles={rolesFor(viewer.user.role)}
        error={invite.errors.role}
        onChange={setRole}
      />
      {role === "member" && projects.length > 1 && (
        <ProjectChecks
          projects={projects}
          chosen={ids}
          error={invite.errors.project_ids}
          onChange={setChosen}
        />
      )}
      {role === "owner" && (
        <ConfirmPassword value={password} error={invite.errors.current_password} onChange={setPassword} />
      )}
      <SubmitRow busy={invite.isPending}>
        {listOf(emails).length > 1 ? `Invite ${listOf(emails).length} members` : "Invite member"}
      </SubmitRow>
    </Form>
  );
}

interface Invites {
  readonly emails: readonly string[];
  readonly body: Omit<CreateInvitation, "email">;
}

/** Invites several people one by one. A retry after a failure keeps the invitations that exist, whose links are shown only once. */
function useInvites() {
  const made = useRef(new Map<string, CreatedInvitation>());
  return useSaveAll(async ({ emails, body }: Invites) => {
    // Without an address, the server says what's missing.
    const wanted = emails.length > 0 ? [...new Set(emails)] : [""];
    for (const email of wanted) {
      if (made.current.has(email)) continue;
      made.current.set(email, await request(routes.createInvitation, { body: { ...body, email } }));
    }
    return [...made.current.values()];
  });
}

/** Shows the links of several invitations, once, and to whom they weren't sent. */
function InvitedView({ made, onClose }: { made: readonly CreatedInvitation[]; onClose: () => void }) {
  const unsent = made.filter(({ mail }) => mail !== "sent");
  const lines = made.map(({ email, link }) => `${email} ${link}`);
  return (
    <div className="space-y-4">
      {unsent.length === 0 ? (
        <Notice tone="up">{`${counted(made.length, "invitation")} sent.`}</Notice>
      ) : (
        <Notice tone="warn">
          {`No email was sent to ${unsent.map(({ email }) => email).join(", ")}. Share the links yourself.`}
        </Notice>
      )}
      <pre className="max-h-64 overflow-auto rounded-lg bg-sunken p-3 font-mono text-xs break-all whitespace-pre-wrap">
        {lines.join("\n")}
      </pre>
      <p className="text-[13px] text-muted">
        Each link works once. They aren't stored and won't be shown again.
      </p>
      <CopyAndClose text={lines.join("\n")} label="Copy links" onClose={onClose} />
    </div>
  );
}
