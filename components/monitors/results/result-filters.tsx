import { useOwnZone } from "@/components/forms/own-zone";
import { Button } from "@/components/ui/button";
import { Input, Options, Select } from "@/components/ui/input";
import { PhoneFold } from "@/components/ui/overlays/phone-fold";
import { regionOf } from "@/lib/contract/core/region-names";
import type { RegionName } from "@/lib/contract/core/regions";
import { ALL_RESULTS, kindsOf, type ResultView, resultsHref } from "@/lib/presenters/checks/result-view";
import { isoOf, localInput } from "@/lib/presenters/core/moment-input";
import { regionLabelAmong } from "@/lib/presenters/monitors/region-labels";

/** Filters the list of checks through the URL, and says when nothing matches. */
export function ResultFilters({
  view,
  regions,
  isReported,
  isEmpty,
  params,
}: {
  view: ResultView;
  regions: readonly RegionName[];
  isReported: boolean;
  isEmpty: boolean;
  params: URLSearchParams;
}) {
  const show = (part: Partial<ResultView>) =>
    window.history.replaceState(null, "", resultsHref({ ...view, ...part }, new URLSearchParams(params)));
  const codes = regions.map(regionOf);
  const isFiltered = resultsHref(view) !== resultsHref(ALL_RESULTS);
  return (
    <>
      <PhoneFold label="Filter" open={isFiltered}>
        <search className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
          <Select
            aria-label="Result"
            className="w-40 max-sm:flex-1"
            value={view.kind}
            onChange={({ target }) => show({ kind: target.value as ResultView["kind"] })}
          >
            <Options of={kindsOf(isReported)} option={(kind) => kind} />
          </Select>
          {(codes.length > 1 || view.region) && (
            <Select
              aria-label="Region"
              className="w-40 max-sm:flex-1"
              value={view.region}
              onChange={({ target }) => show({ region: target.value as ResultView["region"] })}
            >
              <option value="">All regions</option>
              <Options
                of={[...new Set([...codes, ...(view.region ? [view.region] : [])])]}
                option={(region) => [region, regionLabelAmong(region, regions)]}
              />
            </Select>
          )}
          <MomentInput label="From" value={view.from} onChange={(from) => show({ from })} />
          <MomentInput label="To" value={view.to} onChange={(to) => show({ to })} />
          {isFiltered && (
            <Button variant="quiet" onClick={() => show(ALL_RESULTS)}>
              Clear filters
            </Button>
          )}
        </search>
      </PhoneFold>
      {isEmpty && (
        <p className="border-t border-line p-4 text-muted">
          {isReported
            ? "No results match. Failures are kept for 30 days, other results for less time."
            : "No checks match. Failures are kept for 30 days with their request and response, other checks for less time."}
        </p>
      )}
    </>
  );
}

/** Applies a date and time when the field is left, because browsers report unfinished ones while someone types. */
function MomentInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (iso: string) => void;
}) {
  const zone = useOwnZone() ?? "UTC";
  return (
    <span className="flex items-center gap-2 text-muted max-sm:w-full">
      <span className="max-sm:w-10" aria-hidden="true">
        {label}
      </span>
      <Input
        key={`${value} ${zone}`}
        type="datetime-local"
        aria-label={label}
        title={zone}
        defaultValue={value && localInput(new Date(value), zone)}
        onBlur={({ target }) =>
          target.value !== target.defaultValue && onChange(isoOf(target.value, zone) ?? "")
        }
        onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
      />
    </span>
  );
}
