import { SelectField } from "@/components/forms/fields";
import { Field } from "@/components/ui/field";
import { Input, Options } from "@/components/ui/input";
import { MAX_BORDER_PX, MAX_RADIUS_PX } from "@/lib/contract/status-pages/theme-limits";
import type { Theme } from "@/lib/contract/status-pages/theme-schema";

type Choices<Name extends keyof Theme> = readonly (readonly [Theme[Name] & string, string])[];

const HEADERS: Choices<"header"> = [
  ["left", "Logo on the left"],
  ["centered", "Centered"],
  ["cover", "Cover color"],
];
const FONTS: Choices<"font"> = [
  ["system", "System"],
  ["geist", "Geist"],
  ["serif", "Serif"],
  ["mono", "Monospace"],
];
const DENSITIES: Choices<"density"> = [
  ["comfortable", "Comfortable"],
  ["compact", "Compact"],
];
const BARS: Choices<"bars"> = [
  ["bars", "Bars"],
  ["lines", "Thin lines"],
  ["blocks", "Blocks"],
  ["ribbon", "Ribbon"],
];

interface ThemeFieldsProps {
  theme: Theme;
  change: (part: Partial<Theme>) => void;
  errors: Record<string, string>;
}

/** Edits everything of a theme except its colors. */
export function ThemeFields({ theme, change, errors }: ThemeFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Choice
        label="Header"
        choices={HEADERS}
        value={theme.header}
        onChange={(header) => change({ header })}
      />
      <Choice label="Font" choices={FONTS} value={theme.font} onChange={(font) => change({ font })} />
      <Choice
        label="Density"
        choices={DENSITIES}
        value={theme.density}
        onChange={(density) => change({ density })}
      />
      <Choice label="Day bars" choices={BARS} value={theme.bars} onChange={(bars) => change({ bars })} />
      <Pixels
        label="Corner radius"
        max={MAX_RADIUS_PX}
        value={theme.rounded ? theme.radius : 0}
        error={errors["theme.radius"]}
        onChange={(radius) => change({ radius, rounded: radius > 0 })}
      />
      <Pixels
        label="Border width"
        max={MAX_BORDER_PX}
        value={theme.border_width}
        error={errors["theme.border_width"]}
        onChange={(border_width) => change({ border_width })}
      />
    </div>
  );
}

function Choice<Value extends string>(props: {
  label: string;
  choices: readonly (readonly [Value, string])[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const { label, choices, value, onChange } = props;
  return (
    <SelectField label={label} value={value} onChange={onChange}>
      <Options of={choices} option={([name, text]) => [name, text]} />
    </SelectField>
  );
}

function Pixels(props: {
  label: string;
  max: number;
  value: number;
  error: string | undefined;
  onChange: (value: number) => void;
}) {
  const { label, max, value, error, onChange } = props;
  return (
    <Field label={label} help={`0 to ${max} pixels`} error={error}>
      {(control) => (
        <Input
          {...control}
          type="number"
          min={0}
          max={max}
          step={1}
          value={value}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      )}
    </Field>
  );
}
