"use client";
import { useState } from "react";
import { SelectField } from "@/components/forms/fields";
import { ZoneSelect } from "@/components/forms/zone-select";
import { Field } from "@/components/ui/field";
import { Check, Options } from "@/components/ui/input";
import type { Theme } from "@/lib/contract/status-pages/theme-schema";
import { errorOf } from "@/lib/presenters/core/field-error";
import { ColorFields } from "./color-fields";
import type { PageFormPart } from "./page-form-part";
import { PresetPicker } from "./preset-picker";
import { ThemeFields } from "./theme-fields";

/** Edits the theme, the color scheme, and what each row shows. */
export function AppearanceFields({ draft, change, errors }: PageFormPart) {
  const [edited, setScheme] = useState<"light" | "dark">("light");
  const scheme = draft.color_scheme === "all" ? edited : draft.color_scheme;
  const customize = (part: Partial<Theme>) =>
    change({ theme: { ...draft.theme, ...part, preset: "custom" } });
  return (
    <>
      <PresetPicker theme={draft.theme} scheme={scheme} onChange={(theme) => change({ theme })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Color scheme"
          value={draft.color_scheme}
          onChange={(color_scheme) => change({ color_scheme })}
        >
          <option value="all">Visitor's preference</option>
          <option value="light">Always light</option>
          <option value="dark">Always dark</option>
        </SelectField>
        <SelectField
          label="Days shown"
          value={draft.timeframe}
          onChange={(timeframe) => change({ timeframe })}
        >
          <Options of={[30, 60, 90]} option={(days) => [days, `${days} days`]} />
        </SelectField>
        <Field label="Time zone" help="Dates and times on the page use this time zone.">
          {(control) => (
            <ZoneSelect
              {...control}
              value={draft.time_zone}
              onChange={(event) => change({ time_zone: event.target.value })}
            />
          )}
        </Field>
        <Check
          label="Show response times"
          checked={draft.show_response_times}
          onChange={(event) => change({ show_response_times: event.target.checked })}
        />
      </div>
      <details open={errorOf(errors, "theme") !== undefined}>
        <summary className="fold-text">Customize</summary>
        <div className="mt-3 space-y-5">
          <ThemeFields theme={draft.theme} change={customize} errors={errors} />
          <ColorFields draft={draft} scheme={edited} setScheme={setScheme} change={customize} />
        </div>
      </details>
    </>
  );
}
