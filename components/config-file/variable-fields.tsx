import { TextField } from "@/components/forms/fields";

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
        <TextField
          key={name}
          label={name}
          type="password"
          autoComplete="off"
          value={values[name] ?? ""}
          onChange={(text) => onChange({ ...values, [name]: text })}
        />
      ))}
    </fieldset>
  );
}
