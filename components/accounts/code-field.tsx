import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** Renders the field for a six-digit authenticator code. Phones show a numeric keypad and suggest the code. */
export function CodeField({
  error,
  help,
  autoFocus = false,
}: {
  error?: string | undefined;
  help?: string;
  autoFocus?: boolean;
}) {
  return (
    <Field label="Code" help={help} error={error}>
      {(control) => (
        <Input
          {...control}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus={autoFocus}
          className="max-w-60 font-mono tracking-wider"
        />
      )}
    </Field>
  );
}
