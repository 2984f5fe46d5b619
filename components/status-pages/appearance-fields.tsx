"use client";
import { useState } from "react";
import { ZoneSelect } from "@/components/forms/zone-select";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Check, PlainInput, Segmented, Select } from "@/components/ui/input";
import type { Palette } from "@/lib/contract/status-pages/theme-schema";
import { contrast } from "@/lib/domain/status-pages/contrast";
import type { PageFormPart } from "./page-form-part";

const COLORS: [keyof Palette, string][] = [
  ["background", "Background"],
  ["background_card", "Cards"],
  ["foreground", "Text"],
  ["foreground_muted", "Muted text"],
  ["operational", "Operational"],
  ["degraded_performance", "Degraded"],
  ["partial_outage", "Partial outage"],
  ["major_outage", "Major outage"],
  ["maintenance", "Maintenance"],
  ["empty", "No data"],
];
const TEXT_CONTRAST = 4.5;

/** Edits the color scheme, the colors (with a contrast warning) and what each row shows. */
export function AppearanceFields({ draft, change }: PageFormPart) {
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const palette = draft.theme[scheme];
  const put = (name: keyof Palette, color: string) =>
    change({ theme: { ...draft.theme, [scheme]: { ...palette, [name]: color } } });
  const weak = (["foreground", "foreground_muted"] as const).filter(
    (name) => contrast(palette[name], palette.background) < TEXT_CONTRAST,
  );
  return (
    <Card title="Appearance">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Color scheme">
          {(control) => (
            <Select
              {...control}
              value={draft.color_scheme}
              onChange={(event) => change({ color_scheme: event.target.value as "all" })}
            >
              <option value="all">Visitor's preference</option>
              <option value="light">Always light</option>
              <option value="dark">Always dark</option>
            </Select>
          )}
        </Field>
        <Field label="Days shown">
          {(control) => (
            <Select
              {...control}
              value={draft.timeframe}
              onChange={(event) => change({ timeframe: Number(event.target.value) as 90 })}
            >
              {[30, 60, 90].map((days) => (
                <option key={days} value={days}>{`${days} days`}</option>
              ))}
            </Select>
          )}
        </Field>
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
        <Check
          label="Rounded corners"
          checked={draft.theme.rounded}
          onChange={(event) => change({ theme: { ...draft.theme, rounded: event.target.checked } })}
        />
      </div>
      <details className="mt-4">
        <summary className="cursor-pointer rounded text-[13px] font-medium text-muted hover:text-ink">
          Colors
        </summary>
        <div className="mt-3 space-y-3">
          <Segmented
            name="palette"
            label="Palette"
            value={scheme}
            options={[
              { value: "light", label: "Light" },
              { value: "dark", label: "Dark" },
            ]}
            onChange={setScheme}
          />
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {COLORS.map(([name, label]) => (
              <label key={name} className="flex items-center gap-2.5 text-[13px]">
                <PlainInput
                  type="color"
                  value={palette[name]}
                  onChange={(event) => put(name, event.target.value)}
                  className="size-8 shrink-0 rounded-md border border-control bg-transparent p-0.5"
                />
                {label}
              </label>
            ))}
          </div>
          {weak.length > 0 && (
            <p role="alert" className="text-[13px] text-warn">
              {weak.includes("foreground") ? "Text" : "Muted text"} is hard to read on this background.
              Contrast is {contrast(palette[weak[0] ?? "foreground"], palette.background).toFixed(1)}; it
              should be at least {TEXT_CONTRAST}.
            </p>
          )}
        </div>
      </details>
    </Card>
  );
}
