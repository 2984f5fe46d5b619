"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmPassword } from "@/components/forms/confirm-password";
import { Form } from "@/components/forms/form";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Dialog } from "@/components/ui/overlays/dialog";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { Member } from "@/lib/contract/accounts/members";
import { rolesFor } from "@/lib/presenters/accounts/roles";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { ProjectChecks, RoleField } from "./role-fields";

/** Edits a member's role and projects. */
export function MemberDialog({
  viewer,
  member,
  onClose,
}: {
  viewer: Viewer;
  member: Member | null;
  onClose: () => void;
}) {
  return (
    <Dialog open={member !== null} onClose={onClose} title={`Edit ${member?.name ?? ""}`}>
      {member && <MemberForm key={member.id} viewer={viewer} member={member} onClose={onClose} />}
    </Dialog>
  );
}

function MemberForm({ viewer, member, onClose }: { viewer: Viewer; member: Member; onClose: () => void }) {
  const { data } = useQuery(queryAll(routes.listProjects));
  const [role, setRole] = useState(member.role);
  const [projectIds, setProjectIds] = useState(member.project_ids);
  const [password, setPassword] = useState("");
  const save = useSave(routes.updateMember, { fields: true, done: "Member saved", onDone: onClose });
  const submit = () => {
    save.mutate({
      params: { userId: member.id },
      body: {
        role,
        ...(role === "member" && { project_ids: projectIds }),
        ...(role !== member.role && { current_password: password }),
      },
    });
  };
  const isSelf = member.id === viewer.user.id;
  return (
    <Form onSubmit={submit}>
      <RoleField value={role} roles={rolesFor(viewer.user.role)} onChange={setRole} />
      {role === "member" && (
        <ProjectChecks projects={data?.data ?? []} chosen={projectIds} onChange={setProjectIds} />
      )}
      {role !== member.role && (
        <>
          <Notice tone="warn">
            {isSelf
              ? "Changing your own role ends all your sessions, including this one."
              : `${member.name} will be signed out everywhere and must sign in again.`}
          </Notice>
          <ConfirmPassword value={password} error={save.errors.current_password} onChange={setPassword} />
        </>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}
