import { SelectField } from "@/components/forms/fields";
import { Check, Options } from "@/components/ui/input";
import type { Member } from "@/lib/contract/accounts/members";
import { ROLE_WORDS } from "@/lib/presenters/accounts/roles";
import { fieldErrorWords } from "@/lib/presenters/core/field-error";

type Role = Member["role"];

export function RoleField({
  value,
  roles,
  error,
  onChange,
}: {
  value: Role;
  roles: readonly Role[];
  error?: string | undefined;
  onChange: (role: Role) => void;
}) {
  return (
    <SelectField label="Role" help={ROLE_WORDS[value].text} error={error} value={value} onChange={onChange}>
      <Options of={roles} option={(role) => [role, ROLE_WORDS[role].title]} />
    </SelectField>
  );
}

/** Selects the projects a member can access. Owners and admins can access every project. */
export function ProjectChecks({
  projects,
  chosen,
  error,
  onChange,
}: {
  projects: readonly { id: number; name: string }[];
  chosen: readonly number[];
  error?: string | undefined;
  onChange: (ids: number[]) => void;
}) {
  const turn = (id: number, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">Projects</legend>
      <div className="max-h-48 space-y-2 overflow-y-auto rounded-lg border border-line p-3">
        {projects.map((project) => (
          <Check
            key={project.id}
            label={project.name}
            checked={chosen.includes(project.id)}
            onChange={(event) => turn(project.id, event.target.checked)}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-[13px] text-down">
          {fieldErrorWords("Projects", error)}
        </p>
      )}
    </fieldset>
  );
}
