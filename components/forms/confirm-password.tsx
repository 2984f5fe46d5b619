import { TextField } from "./fields";

interface Props {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (password: string) => void;
}

/** Asks for the password again before a change that gives someone far-reaching access. */
export function ConfirmPassword({ value, error, onChange }: Props) {
  return (
    <TextField
      label="Your password"
      help="Confirms that it's you."
      error={error}
      type="password"
      autoComplete="current-password"
      value={value}
      onChange={onChange}
    />
  );
}
