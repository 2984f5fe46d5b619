import { PlainButton } from "@/components/ui/button";
import type { Series } from "@/lib/contract/checks/series";
import type { Region } from "@/lib/contract/core/regions";
import { ms } from "@/lib/presenters/core/format";
import { regionLabelAmong } from "@/lib/presenters/monitors/region-labels";
import { regionColor } from "./colors";

type Percentiles = Series["overall"];
const PERCENTILES = ["p50", "p95", "p99"] as const;

/** Lists the regions with their percentiles over the range. Pressing one shows or hides it. */
export function SeriesLegend({
  series,
  earlier,
  shown,
  onShow,
}: {
  series: Series;
  earlier: Series | undefined;
  shown: readonly Region[];
  onShow: (regions: Region[]) => void;
}) {
  const all = series.regions.map(({ region }) => region);
  const toggle = (region: Region) => {
    const next = shown.includes(region) ? shown.filter((each) => each !== region) : [...shown, region];
    onShow(next.length === all.length ? [] : next);
  };
  return (
    <table className="mt-3 text-[13px] max-sm:w-full">
      <caption className="sr-only">Percentiles over the whole range</caption>
      <thead className="text-muted">
        <tr>
          <th scope="col" className="text-left font-normal">
            Region
          </th>
          {PERCENTILES.map((name) => (
            <th key={name} scope="col" className="pl-4 text-right font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {series.regions.map(({ region, ...figures }, place) => (
          <tr key={region} className={shown.includes(region) ? "" : "opacity-50"}>
            <th scope="row" className="text-left font-normal">
              <PlainButton
                className="flex items-center gap-2 min-h-6 rounded text-left hover:underline touch:min-h-9"
                aria-pressed={shown.includes(region)}
                onClick={() => toggle(region)}
              >
                <span
                  className="size-2.5 shrink-0 rounded-full border-2"
                  style={{
                    borderColor: regionColor(place),
                    background: shown.includes(region) ? regionColor(place) : "transparent",
                  }}
                  aria-hidden="true"
                />
                {regionLabelAmong(region, all)}
              </PlainButton>
            </th>
            <Figures now={figures} before={earlier?.regions.find((each) => each.region === region)} />
          </tr>
        ))}
        {all.length > 1 && (
          <tr>
            <th scope="row" className="py-0.5 pl-[18px] text-left font-normal touch:h-9">
              All regions
            </th>
            <Figures now={series.overall} before={earlier?.overall} />
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Figures({ now, before }: { now: Percentiles; before: Percentiles | undefined }) {
  if (now.p50 === null) {
    return (
      <td colSpan={PERCENTILES.length} className="pl-4 text-right text-muted">
        No successful checks
      </td>
    );
  }
  return PERCENTILES.map((name) => (
    <td key={name} className="pl-4 text-right whitespace-nowrap tabular">
      {ms(now[name])}
      {before && <span className="text-muted max-sm:block"> (was {ms(before[name])})</span>}
    </td>
  ));
}
