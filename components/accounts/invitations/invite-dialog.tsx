"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmPassword } from "@/components/forms/confirm-password";
import { TextareaField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { SubmitRow } from "@/components/forms/submit-row";
import { Dialog } from "@/components/ui/overlays/dialog";
import { queryAll } from "@/lib/client/query";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import type { Member } from "@/lib/contract/accounts/members";
import { rolesFor } from "@/lib/presenters/accounts/roles";
import { listOf } from "@/lib/presenters/core/listed-text";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { OneTimeLinkView } from "../one-time-link-view";
import { ProjectChecks, RoleField } from "../role-fields";
import { InvitedView } from "./invited-view";
import { useInvites } from "./use-invites";

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
  const { data } = useQuery(queryAll(routes.listProjects, settingsReads.projects));
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
        help="Separate several with commas or line breaks. They get the same role."
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
