import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** Edits tags as text. */
export function TagsField({
  label = "Tags",
  help = "Separate tags with commas, for example: production, team:web",
  value,
  error,
  className,
  onChange,
}: {
  label?: string;
  help?: string | undefined;
  value: string;
  error?: string | undefined;
  className?: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label} optional help={help} error={error} className={className ?? ""}>
      {(control) => (
        <Input
          {...control}
          value={value}
          autoCapitalize="none"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
