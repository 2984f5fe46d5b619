import { PlainButton } from "@/components/ui/button";
import type { Series } from "@/lib/contract/checks/series";
import type { Region } from "@/lib/contract/core/regions";
import { ms } from "@/lib/presenters/core/format";
import { regionLabelAmong } from "@/lib/presenters/monitors/region-labels";
import { regionColor } from "./colors";

type Percentiles = Series["overall"];

/** Lists the regions with their percentiles over the window. Pressing one shows or hides it. */
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
    <div className="mt-3 max-w-full overflow-x-auto">
      <table className="text-[13px]">
        <caption className="sr-only">Percentiles over the whole range</caption>
        <thead className="sr-only">
          <tr>
            {["Region", "p50", "p95", "p99"].map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.regions.map(({ region, ...figures }, place) => (
            <tr key={region} className={shown.includes(region) ? "" : "opacity-50"}>
              <th className="pr-3 text-left font-normal">
                <PlainButton
                  className="flex items-center gap-2 rounded py-0.5 hover:underline"
                  aria-pressed={shown.includes(region)}
                  onClick={() => toggle(region)}
                >
                  <span
                    className="size-2.5 rounded-full border-2"
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
              <th className="py-0.5 pr-3 pl-[18px] text-left font-normal">All regions</th>
              <Figures now={series.overall} before={earlier?.overall} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function Figures({ now, before }: { now: Percentiles; before: Percentiles | undefined }) {
  if (now.p50 === null) {
    return (
      <td colSpan={3} className="text-muted">
        no successful checks
      </td>
    );
  }
  return (["p50", "p95", "p99"] as const).map((name) => (
    <td key={name} className="pr-3 whitespace-nowrap tabular last:pr-0 sm:pr-4">
      <span className="text-muted" aria-hidden="true">
        {name}{" "}
      </span>
      {ms(now[name])}
      {before && <span className="text-muted"> (was {ms(before[name])})</span>}
    </td>
  ));
}
