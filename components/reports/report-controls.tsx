"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Input, Options, Segmented, Select } from "@/components/ui/input";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import {
  lastMonth,
  REPORT_RANGES,
  type ReportView,
  readReportView,
} from "@/lib/presenters/reports/report-range";
import { now } from "@/lib/shared/clock";

const RANGES: readonly { value: string; label: string }[] = [
  ...REPORT_RANGES,
  { value: "month", label: "Last month" },
];

/** Chooses the range and the tag of a report. Two valid dates replace the range. */
export function ReportControls({
  view,
  shown,
  onShow,
}: {
  view: ReportView;
  /** The days that the report covers. */
  shown: { from: string; to: string };
  onShow: (view: ReportView) => void;
}) {
  const tags = useQuery(queryAll(routes.listTags));
  const [dates, setDates] = useState(view.dates);
  const choose = (part: Partial<typeof shown>) => {
    const next = { ...(dates ?? shown), ...part };
    setDates(next);
    const valid = readReportView(new URLSearchParams(next)).dates;
    if (valid) onShow({ ...view, dates: valid, page: 1 });
  };
  const { from, to } = dates ?? shown;
  const month = lastMonth(now());
  const isMonth = view.dates?.from === month.from && view.dates.to === month.to;
  const isUnusable = dates !== null && readReportView(new URLSearchParams(dates)).dates === null;
  return (
    <form
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2"
      onSubmit={(event) => event.preventDefault()}
    >
      <Segmented
        name="range"
        label="Range"
        value={view.dates ? (isMonth ? "month" : "") : view.range}
        options={RANGES}
        onChange={(days) => {
          if (days === "month") return choose(month);
          setDates(null);
          onShow({ ...readReportView(new URLSearchParams({ days, tag: view.tag })), sort: view.sort });
        }}
      />
      <span className="flex min-w-0 items-center gap-2 max-[22rem]:flex-wrap">
        <Input
          type="date"
          aria-label="From"
          value={from}
          max={to}
          onChange={({ target }) => choose({ from: target.value })}
        />
        <span className="text-muted">to</span>
        <Input
          type="date"
          aria-label="To"
          value={to}
          min={from}
          aria-invalid={isUnusable}
          onChange={({ target }) => choose({ to: target.value })}
        />
      </span>
      <Select
        aria-label="Tag"
        disabled={tags.data?.data.length === 0}
        className="w-44"
        value={view.tag}
        onChange={({ target }) => onShow({ ...view, tag: target.value, page: 1 })}
      >
        <option value="">All tags</option>
        <Options of={tags.data?.data ?? []} option={({ tag }) => [tag, tag]} />
      </Select>
      {isUnusable && (
        <p role="alert" className="text-[13px] text-down">
          Choose a range of at most 2 years that ends after it starts.
        </p>
      )}
    </form>
  );
}
