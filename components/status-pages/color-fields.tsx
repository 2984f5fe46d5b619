import { PlainInput, Segmented } from "@/components/ui/input";
import type { Palette, Theme } from "@/lib/contract/status-pages/theme-schema";
import type { PageDraft } from "@/lib/presenters/status-pages/draft";
import { contrastWarnings } from "@/lib/presenters/status-pages/theme-warnings";

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

interface ColorFieldsProps {
  draft: PageDraft;
  scheme: "light" | "dark";
  setScheme: (scheme: "light" | "dark") => void;
  change: (part: Partial<Theme>) => void;
}

/** Edits the colors of both color schemes, with a warning for each pair that is hard to read. */
export function ColorFields({ draft, scheme, setScheme, change }: ColorFieldsProps) {
  const palette = draft.theme[scheme];
  const { header, cover } = draft.theme;
  const warnings = contrastWarnings(draft);
  return (
    <div className="space-y-3">
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
          <ColorField
            key={name}
            label={label}
            value={palette[name]}
            onChange={(color) => change({ [scheme]: { ...palette, [name]: color } })}
          />
        ))}
        {header === "cover" && (
          <ColorField
            label="Cover"
            value={cover[scheme]}
            onChange={(color) => change({ cover: { ...cover, [scheme]: color } })}
          />
        )}
      </div>
      <p className="text-[13px] text-muted">
        The page darkens or lightens a state's color that would be hard to see.
      </p>
      {warnings.length > 0 && (
        <ul role="alert" className="space-y-1 text-[13px] text-warn">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ColorField(props: { label: string; value: string; onChange: (color: string) => void }) {
  const { label, value, onChange } = props;
  return (
    <label className="flex items-center gap-2.5 text-[13px]">
      <PlainInput
        type="color"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="size-8 shrink-0 rounded-md border border-control bg-transparent p-0.5"
      />
      {label}
    </label>
  );
}
