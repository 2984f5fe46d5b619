import { DayBars } from "@/components/charts/day-bars";
import { DayLines } from "@/components/charts/day-lines";
import { Card } from "@/components/ui/card";
import type { ProjectReport } from "@/lib/contract/reports/reports";
import { ms, percent } from "@/lib/presenters/core/format";

/** Percentages that the scale of availability may begin with. */
const LOWS = [99.9, 99.5, 99, 98, 95, 90, 80, 50];

/** Shows the availability, response times, and downtime of each day. */
export function ReportCharts({ days }: Pick<ProjectReport, "days">) {
  const availability = days.map((day) => day.availability);
  const lowest = Math.min(100, ...availability.map((value) => value ?? 100));
  const [p50, p95] = [
    days.map(({ response_time }) => response_time.p50),
    days.map(({ response_time }) => response_time.p95),
  ];
  const slowest = Math.max(0, ...p95.map((value) => value ?? 0));
  return (
    <div className="mb-4 grid grid-cols-1 gap-4 lg:grid-cols-2 print:grid-cols-2">
      <Card title="Availability by day">
        <DayLines
          label="Availability by day"
          days={days}
          lines={[{ name: "", values: availability }]}
          low={LOWS.find((low) => low <= lowest) ?? 0}
          high={100}
          format={percent}
          scale={(value) => `${value}%`}
        />
      </Card>
      <Card title="Response times by day">
        {slowest > 0 ? (
          <DayLines
            label="Response times by day"
            days={days}
            lines={[
              { name: "p50", values: p50 },
              { name: "p95", values: p95, isDashed: true },
            ]}
            low={0}
            high={roundTop(slowest)}
            format={(value) => (value === 0 ? "0" : ms(value))}
          />
        ) : (
          <p className="text-muted">
            No response times in this period. With many monitors, choose a tag or a shorter period.
          </p>
        )}
      </Card>
      <Card title="Downtime by day" className="col-span-full">
        <DayBars days={days} />
      </Card>
    </div>
  );
}

/** Returns the lowest round value that isn't below. */
function roundTop(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((times) => times * unit).find((top) => top >= value) ?? value;
}
