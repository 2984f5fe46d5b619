import { useQuery } from "@tanstack/react-query";
import { Check } from "@/components/ui/input";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { fieldErrorWords } from "@/lib/presenters/core/field-error";

/** Selects members of the organization. */
export function MemberFields({
  legend,
  chosen,
  error,
  onChange,
}: {
  legend: string;
  chosen: number[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
}) {
  const users = useQuery(queryAll(routes.listUsers));
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{legend}</legend>
      <div className="max-h-48 space-y-1.5 overflow-y-auto rounded-lg border border-line p-3">
        {(users.data?.data ?? []).map((user) => (
          <Check
            key={user.id}
            label={user.name}
            help={user.email}
            checked={chosen.includes(user.id)}
            onChange={() =>
              onChange(
                chosen.includes(user.id) ? chosen.filter((id) => id !== user.id) : [...chosen, user.id],
              )
            }
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-[13px] text-down">
          {fieldErrorWords(legend, error)}
        </p>
      )}
    </fieldset>
  );
}
