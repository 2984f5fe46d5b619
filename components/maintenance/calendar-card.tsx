"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/class-names";
import { StateMark } from "@/components/ui/state-mark";
import { query } from "@/lib/client/query";
import { windowReads } from "@/lib/client/reads/window-reads";
import { routes } from "@/lib/client/routes";
import { number } from "@/lib/presenters/core/format";
import {
  type CalendarDay,
  monthWeeks,
  monthWords,
  shiftedMonth,
  shownSpan,
} from "@/lib/presenters/maintenance/calendar";
import { now } from "@/lib/shared/clock";

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Shows a month of maintenance: a table of weeks, on phones a list of the days with maintenance. */
export function CalendarCard({
  month,
  zone,
  onMonth,
}: {
  month: string;
  zone: string;
  onMonth: (month: string) => void;
}) {
  const { data } = useQuery({
    ...query(routes.listMaintenanceWindows, windowReads.between(shownSpan(month, zone))),
    placeholderData: keepPreviousData,
  });
  const windows = data?.data ?? [];
  const weeks = monthWeeks(month, windows, zone, now());
  const hidden = (data?.meta.total ?? 0) - windows.length;
  const busy = weeks.flat().filter((day) => day.inMonth && day.windows.length > 0);
  return (
    <Card
      title={monthWords(month)}
      flush
      aside={
        <div className="flex gap-1">
          <Button
            variant="quiet"
            size="icon"
            aria-label="Previous month"
            onClick={() => onMonth(shiftedMonth(month, -1))}
          >
            <ChevronLeft />
          </Button>
          <Button
            variant="quiet"
            size="icon"
            aria-label="Next month"
            onClick={() => onMonth(shiftedMonth(month, 1))}
          >
            <ChevronRight />
          </Button>
        </div>
      }
    >
      <table className="w-full table-fixed border-collapse max-md:hidden">
        <caption className="sr-only">{`Maintenance in ${monthWords(month)}, ${zone}`}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col" className="px-2 py-1.5 text-left text-xs font-medium text-muted">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.date}>
              {week.map((day) => (
                <td
                  key={day.date}
                  className={cn("h-24 border-t border-line p-1.5 align-top", !day.inMonth && "bg-sunken")}
                >
                  <DayNumber day={day} />
                  <Windows day={day} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="md:hidden">
        {busy.map((day) => (
          <li key={day.date} className="border-b border-line px-4 py-3 last:border-0">
            <DayNumber day={day} /> <Windows day={day} />
          </li>
        ))}
        {data && busy.length === 0 && <li className="p-4 text-muted">No maintenance this month</li>}
      </ul>
      <p className="border-t border-line px-4 py-2 text-[13px] text-muted">
        Times are in {zone}. Recurring maintenance is planned 30 days ahead.
        {hidden > 0 && ` ${number(hidden)} more windows aren't shown.`}
      </p>
    </Card>
  );
}

function DayNumber({ day }: { day: CalendarDay }) {
  return (
    <time
      dateTime={day.date}
      aria-current={day.isToday ? "date" : undefined}
      className={cn(
        "inline-block rounded px-1 text-[13px] tabular",
        day.isToday ? "bg-ink text-bg" : "text-muted",
      )}
    >
      {Number(day.date.slice(8))}
    </time>
  );
}

function Windows({ day }: { day: CalendarDay }) {
  return (
    <ul className="mt-1 space-y-1">
      {day.windows.map(({ id, title, state, starts }) => (
        <li key={id} className="flex items-center gap-1 text-[13px]">
          <StateMark state={state} word={false} />
          <Link href={`/maintenance/${id}`} className="min-w-0 truncate rounded hover:underline">
            <span className="text-muted tabular">{starts}</span> {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
