import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** Asks for the secrets that a Vedette file refers to. */
export function VariableFields({
  names,
  values,
  onChange,
}: {
  names: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
}) {
  return (
    <fieldset className="space-y-3 rounded-lg border border-line p-4">
      <legend className="px-1 text-[13px] font-medium">Secrets that the file refers to</legend>
      {names.map((name) => (
        <Field key={name} label={name}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="off"
              value={values[name] ?? ""}
              onChange={(event) => onChange({ ...values, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
}
