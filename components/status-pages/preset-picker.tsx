import { PlainInput } from "@/components/ui/input";
import { PRESETS } from "@/lib/contract/status-pages/presets/registry";
import type { Theme } from "@/lib/contract/status-pages/theme-schema";
import { SAMPLE_ROWS } from "@/lib/presenters/status-pages/thumbnail";
import { Thumbnail } from "./page-thumbnail";

export const PRESET_NAMES: Record<Theme["preset"], string> = {
  standard: "Standard",
  compact: "Compact",
  editorial: "Editorial",
  terminal: "Terminal",
  soft: "Soft",
  custom: "Custom",
};

/** Offers the presets as pictures, and the page's own theme as one more once it differs from all of them. */
export function PresetPicker({
  theme,
  scheme,
  onChange,
}: {
  theme: Theme;
  scheme: "light" | "dark";
  onChange: (theme: Theme) => void;
}) {
  const shown: Theme[] = [...Object.values(PRESETS), ...(theme.preset === "custom" ? [theme] : [])];
  return (
    <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <legend className="mb-1.5 text-[13px] font-medium">Preset</legend>
      {shown.map((preset) => (
        <label
          key={preset.preset}
          className="overflow-hidden rounded-lg border border-line has-checked:border-accent has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <PlainInput
            type="radio"
            className="sr-only"
            name="preset"
            checked={preset.preset === theme.preset}
            onChange={() => onChange(preset)}
          />
          <Thumbnail
            title="Acme"
            theme={preset}
            scheme={scheme}
            state="degraded_performance"
            rows={SAMPLE_ROWS}
            label={null}
          />
          <span className="block border-t border-line px-3 py-1.5 text-[13px] font-medium">
            {PRESET_NAMES[preset.preset]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
