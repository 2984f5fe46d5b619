import { WorldMap } from "@/components/charts/world-map";
import { SelectField } from "@/components/forms/fields";
import { useRunners } from "@/components/forms/use-runners";
import { Card } from "@/components/ui/card";
import { PlainInput } from "@/components/ui/input";
import { regionOf } from "@/lib/contract/core/region-names";
import type { Region } from "@/lib/contract/core/regions";
import { fieldErrorWords } from "@/lib/presenters/core/field-error";
import { REGION_LIST } from "@/lib/presenters/core/region-names";
import { regionsNote } from "@/lib/presenters/runners/regions-note";
import type { FormPart } from "./monitor-form-part";

const MAX_REGIONS = 6;

/** Edits the regions to check from and how many must fail to open an incident. */
export function RegionFields({ draft, change, errors, info }: FormPart) {
  const full = draft.regions.length >= MAX_REGIONS;
  const runners = useRunners();
  const note = regionsNote(draft.regions.map(regionOf), runners);
  const isChosen = (code: Region) => draft.regions.some((region) => regionOf(region) === code);
  const toggle = (code: Region) => {
    if (isChosen(code)) change({ regions: draft.regions.filter((region) => regionOf(region) !== code) });
    else if (!full) change({ regions: [...draft.regions, code] });
  };
  return (
    <Card
      title={info.regions?.label ?? "Regions"}
      aside={
        <span className="text-[13px] text-muted tabular">
          {draft.regions.length} of {MAX_REGIONS}
        </span>
      }
    >
      <fieldset>
        <legend className="sr-only">{info.regions?.label}</legend>
        <WorldMap
          className="mb-4 w-full"
          places={REGION_LIST.map(([region, title]) => ({
            region,
            title,
            mark: isChosen(region) ? (
              <circle r={1.1} fill="var(--accent)" stroke="var(--surface)" strokeWidth={0.4} />
            ) : (
              <circle r={0.8} fill="var(--surface)" stroke="var(--control)" strokeWidth={0.4} />
            ),
            onPress: () => toggle(region),
          }))}
        />
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {REGION_LIST.map(([code, name]) => {
            const chosen = isChosen(code);
            return (
              <label
                key={code}
                className="flex items-center gap-2.5 rounded-lg border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft has-disabled:opacity-50"
              >
                <PlainInput
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={chosen}
                  disabled={!chosen && full}
                  onChange={() => toggle(code)}
                />
                <span className="min-w-0">
                  <span className="block truncate">{name}</span>
                  <span className="block font-mono text-[11px] text-muted">{code}</span>
                </span>
              </label>
            );
          })}
        </div>
        {note && <p className="mt-2 text-[13px] text-warn">{note}</p>}
        {errors.regions && (
          <p role="alert" className="mt-2 text-[13px] text-down">
            {fieldErrorWords("Regions", errors.regions)}
          </p>
        )}
      </fieldset>
      {draft.regions.length > 1 && (
        <SelectField
          label={info.region_threshold?.label ?? "Regions required"}
          help={info.region_threshold?.help}
          error={errors.region_threshold}
          className="mt-4 max-w-64"
          value={draft.region_threshold}
          onChange={(region_threshold) => change({ region_threshold })}
        >
          {draft.regions.map((code) => {
            const count = draft.regions.indexOf(code) + 1;
            return <option key={code} value={count}>{`${count} of ${draft.regions.length} regions`}</option>;
          })}
        </SelectField>
      )}
    </Card>
  );
}
