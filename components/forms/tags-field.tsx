import { TextField } from "@/components/forms/fields";

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
    <TextField
      label={label}
      optional
      help={help}
      error={error}
      className={className ?? ""}
      value={value}
      autoCapitalize="none"
      onChange={onChange}
    />
  );
}
