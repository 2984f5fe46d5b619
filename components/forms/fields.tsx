import type { ComponentProps } from "react";
import { Field, type FieldProps } from "@/components/ui/field";
import { Input, Select, Textarea } from "@/components/ui/input";

type Frame = Omit<FieldProps, "children">;
type Control<Props, Value> = Omit<Props, "className" | "value" | "onChange"> & {
  value: Value;
  onChange: (value: Value) => void;
};

/** Renders a text input in a `Field`. Without `value`, the form reads it by its name. */
export function TextField(props: Frame & Partial<Control<ComponentProps<typeof Input>, string>>) {
  const [frame, { onChange, ...rest }] = split(props);
  return (
    <Field {...frame}>
      {(control) => <Input {...control} {...rest} onChange={(event) => onChange?.(event.target.value)} />}
    </Field>
  );
}

/** Renders a text area in a `Field`. */
export function TextareaField(props: Frame & Control<ComponentProps<typeof Textarea>, string>) {
  const [frame, { onChange, ...rest }] = split(props);
  return (
    <Field {...frame}>
      {(control) => <Textarea {...control} {...rest} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}

/** Renders a select in a `Field`. Its options must have the values of its type, numbers, or strings. */
export function SelectField<Value extends string | number>(
  props: Frame & Control<ComponentProps<typeof Select>, Value>,
) {
  const [frame, { onChange, ...rest }] = split(props);
  const typed = (text: string) => (typeof props.value === "number" ? Number(text) : text) as Value;
  return (
    <Field {...frame}>
      {(control) => (
        <Select {...control} {...rest} onChange={(event) => onChange(typed(event.target.value))} />
      )}
    </Field>
  );
}

/** Splits the properties of the frame from those of its control. */
function split<Props extends Frame>(props: Props) {
  const { label, help, error, optional, hideLabel, className, ...rest } = props;
  return [{ label, help, error, optional, hideLabel, className }, rest] as const;
}
