import { TextField } from "@/components/forms/fields";
import { MonitorPicker } from "@/components/forms/monitor-picker";
import { useProtocols } from "@/components/page/protocols";
import { Field } from "@/components/ui/field";
import { Check, Input, Options, Select, Textarea } from "@/components/ui/input";
import { defaultName } from "@/lib/presenters/monitors/form";
import { memberProtocols } from "@/lib/presenters/monitors/protocols";
import {
  chosenMonitors,
  controlValue,
  offeredControls,
  type RequestControl,
  rowsOf,
} from "@/lib/presenters/monitors/request-draft";
import type { FormPart } from "./monitor-form-part";
import { PairFields } from "./pair-fields";

/** Edits the request of a check, as the contract of its protocol describes it. Rare options are collapsed. */
export function RequestFields(part: FormPart) {
  const offered = offeredControls(part.protocol.controls, part.draft.request);
  const rare = offered.filter(({ advanced }) => advanced);
  return (
    <div className="space-y-4">
      <Rows part={part} controls={offered.filter(({ advanced }) => !advanced)} />
      <NameField {...part} />
      {rare.length > 0 && (
        <details className="group">
          <summary className="fold-text">More options</summary>
          <div className="mt-4 space-y-4">
            <Rows part={part} controls={rare} />
          </div>
        </details>
      )}
    </div>
  );
}

function Rows({ part, controls }: { part: FormPart; controls: readonly RequestControl[] }) {
  return rowsOf(controls).map((row) => (
    <div key={row.map(({ name }) => name).join()} className="flex gap-2">
      {row.map((control) => (
        <ControlField key={control.name} part={part} control={control} />
      ))}
    </div>
  ));
}

function NameField({ draft, change, errors, info, protocol }: FormPart) {
  // Without a host there is no default name either, and the host's own error says so.
  const hasName = protocol.isReported || defaultName(draft, protocol) !== "" || draft.name.trim() !== "";
  return (
    <TextField
      label={info.name?.label ?? "Name"}
      optional={!protocol.isReported}
      help={protocol.isReported ? null : "Leave empty to use the hostname."}
      error={hasName ? errors.name : undefined}
      value={draft.name}
      onChange={(name) => change({ name })}
    />
  );
}

function ControlField({ part, control }: { part: FormPart; control: RequestControl }) {
  const { name, label, help, kind, optional, narrow } = control;
  const protocols = useProtocols();
  const value = controlValue(control, part.draft.request);
  const set = (next: typeof value) => part.change({ request: { ...part.draft.request, [name]: next } });
  if (kind === "check")
    return (
      <Check
        label={label}
        help={help ?? ""}
        checked={value === true}
        onChange={(event) => set(event.target.checked)}
      />
    );
  if (Array.isArray(value))
    return <PairFields control={control} pairs={value} errors={part.errors} onChange={set} />;
  const path = `request.${name}`;
  if (kind === "monitors")
    return (
      <div className="min-w-0 flex-1">
        <MonitorPicker
          label={label}
          protocol={memberProtocols(protocols)}
          chosen={chosenMonitors(value)}
          error={part.errors[path]}
          onChange={(ids) => set(ids.join("\n"))}
        />
      </div>
    );
  return (
    <Field
      label={label}
      optional={optional}
      help={narrow ? null : kind === "lines" ? `${help ?? ""} One per line.` : help}
      error={part.errors[path] ?? Object.entries(part.errors).find(([at]) => at.startsWith(`${path}.`))?.[1]}
      className={narrow ? "w-28 shrink-0" : "min-w-0 flex-1"}
    >
      {(field) => <TextControl {...field} control={control} value={String(value)} onValue={set} />}
    </Field>
  );
}

function TextControl({
  control,
  onValue,
  ...field
}: {
  control: RequestControl;
  id: string;
  value: string;
  onValue: (value: string) => void;
}) {
  const { kind, choices, name, placeholder, masked } = control;
  const onChange = (event: { target: { value: string } }) => onValue(event.target.value);
  if (kind === "choice")
    return (
      <Select {...field} onChange={onChange}>
        <Options of={choices} option={({ value, label }) => [value, label]} />
      </Select>
    );
  const shared = { ...field, onChange, placeholder: placeholder ?? undefined, spellCheck: false };
  if (kind === "long" || kind === "lines") return <Textarea {...shared} />;
  const inputMode = kind === "number" ? "numeric" : name === "url" ? "url" : undefined;
  if (masked) return <Input {...shared} type="password" autoComplete="new-password" />;
  return <Input {...shared} inputMode={inputMode} autoCapitalize="none" />;
}
