import { Ellipsis, KeyRound, ShieldCheck, ShieldOff, UserMinus, UserPen } from "lucide-react";
import { Menu, MenuItem } from "@/components/ui/overlays/menu";
import { Time } from "@/components/ui/time/time";
import type { Member } from "@/lib/contract/accounts/members";
import { mayChange, ROLE_WORDS } from "@/lib/presenters/accounts/roles";
import type { Viewer } from "@/lib/presenters/core/viewer";

export type MemberStep = "change" | "reset" | "end-two-factor" | "remove";

export function MemberRow({
  viewer,
  member,
  projects,
  onStep,
}: {
  viewer: Viewer;
  member: Member;
  projects: readonly { id: number; name: string }[];
  onStep: (step: MemberStep) => void;
}) {
  const isSelf = member.id === viewer.user.id;
  return (
    <li data-row className="flex items-start gap-x-4 border-b border-line px-4 py-3 last:border-0">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-5 gap-y-1">
        <div className="min-w-48 flex-1 max-sm:basis-full">
          <p className="truncate font-medium">
            {member.name}
            {isSelf && <span className="ml-1.5 font-normal text-muted">you</span>}
          </p>
          <p className="truncate text-[13px] text-muted">{member.email}</p>
        </div>
        <p className="text-[13px] text-muted sm:w-44">
          <span className="text-ink">{ROLE_WORDS[member.role].title}</span>
          {member.role === "member" && projects.length > 1 && ` · ${reachWords(member, projects)}`}
        </p>
        {member.two_factor !== null && (
          <p className="flex items-center gap-1.5 text-[13px] whitespace-nowrap text-muted sm:w-32 [&_svg]:size-4">
            {member.two_factor ? <ShieldCheck className="text-up" /> : <ShieldOff />}
            {member.two_factor ? "Two-factor" : "Password only"}
          </p>
        )}
        {viewer.user.role !== "member" && (
          <p className="text-[13px] text-muted sm:w-32 sm:text-right">
            {member.last_seen_at ? (
              <>
                Last seen <Time at={member.last_seen_at} />
              </>
            ) : (
              "Never signed in"
            )}
          </p>
        )}
      </div>
      <Actions viewer={viewer} member={member} isSelf={isSelf} onStep={onStep} />
    </li>
  );
}

function reachWords(member: Member, projects: readonly { id: number; name: string }[]): string {
  const reached = projects.filter((project) => member.project_ids.includes(project.id));
  if (reached.length === 0) return "no projects";
  if (reached.length === 1) return reached[0]?.name ?? "";
  return reached.length === projects.length ? "all projects" : `${reached.length} projects`;
}

function Actions({
  viewer,
  member,
  isSelf,
  onStep,
}: {
  viewer: Viewer;
  member: Member;
  isSelf: boolean;
  onStep: (step: MemberStep) => void;
}) {
  const may = mayChange(viewer.user.role, member.role);
  if (!may && !isSelf) return <span className="w-9" />;
  return (
    <Menu
      label={`Actions for ${member.name}`}
      trigger={<Ellipsis />}
      triggerClass="grid size-9 place-items-center rounded-lg text-muted hover:bg-hover hover:text-ink [&_svg]:size-4"
    >
      {may && (
        <MenuItem onSelect={() => onStep("change")}>
          <UserPen /> Edit role and projects
        </MenuItem>
      )}
      {may && !isSelf && (
        <MenuItem onSelect={() => onStep("reset")}>
          <KeyRound /> Create password reset link
        </MenuItem>
      )}
      {may && !isSelf && member.two_factor && (
        <MenuItem onSelect={() => onStep("end-two-factor")}>
          <ShieldOff /> Turn off two-factor
        </MenuItem>
      )}
      <MenuItem tone="danger" onSelect={() => onStep("remove")}>
        <UserMinus /> {isSelf ? "Leave organization" : "Remove"}
      </MenuItem>
    </Menu>
  );
}
