import Link from "next/link";
import { NextUpdate } from "@/components/incidents/updates/next-update";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { counted, number } from "@/lib/presenters/core/format";
import { pagesText, type ShownPage } from "@/lib/presenters/status-pages/shown-pages";
import { AcknowledgeButton, Lasting } from "./incident-parts";

const HEAD = "px-3 py-2 text-left text-xs font-medium text-muted whitespace-nowrap";
const WIDE = "max-xl:hidden";
// The looks of rows and cells are said once, because they would make up half of the page.
const ROWS =
  "[&>tr]:border-b [&>tr]:border-line [&>tr:last-child]:border-0 [&>tr]:hover:bg-hover max-md:[&>tr]:flex max-md:[&>tr]:flex-wrap max-md:[&>tr]:items-center max-md:[&>tr]:gap-x-4 max-md:[&>tr]:gap-y-1 max-md:[&>tr]:px-4 max-md:[&>tr]:py-3";
const CELLS = [
  "md:[&_td]:px-3 md:[&_td]:py-2.5",
  "md:[&_td:first-child]:pl-4",
  // The title, which follows the first line on phones.
  "max-md:[&_td:nth-child(2)]:order-last max-md:[&_td:nth-child(2)]:min-w-0 max-md:[&_td:nth-child(2)]:flex-1 max-md:[&_td:nth-child(2)]:basis-3/5",
  // Who acknowledged it, or the button.
  "max-md:[&_td:nth-child(6)]:order-last",
  "[&_td:last-child]:text-right [&_td:last-child]:whitespace-nowrap [&_td:last-child]:text-[13px] [&_td:last-child]:text-muted [&_td:last-child]:tabular md:[&_td:last-child]:pr-4 max-md:[&_td:last-child]:ml-auto",
].join(" ");

/** Lists incidents under column heads. On phones a row has two lines. Open incidents can be acknowledged here. */
export function IncidentTable({
  label,
  incidents,
  pages,
}: {
  label: string;
  incidents: readonly Incident[];
  pages: readonly ShownPage[];
}) {
  return (
    <table
      aria-label={label}
      className="w-full border-collapse md:table-fixed max-md:block max-md:[&>tbody]:block"
    >
      <thead className="border-b border-line max-md:sr-only">
        <tr>
          <th scope="col" className={`${HEAD} w-32 pl-4`}>
            State
          </th>
          <th scope="col" className={HEAD}>
            Incident
          </th>
          <th scope="col" className={`${HEAD} w-36`}>
            Impact
          </th>
          <th scope="col" className={`${HEAD} ${WIDE} w-20 text-right`}>
            Monitors
          </th>
          <th scope="col" className={`${HEAD} ${WIDE} w-40`}>
            Status pages
          </th>
          <th scope="col" className={`${HEAD} w-36`}>
            Assigned to
          </th>
          <th scope="col" className={`${HEAD} w-28 pr-4 text-right`}>
            Duration
          </th>
        </tr>
      </thead>
      <tbody className={`${ROWS} ${CELLS}`}>
        {incidents.map((incident) => (
          <Row key={incident.id} incident={incident} pages={pages} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ incident, pages }: { incident: Incident; pages: readonly ShownPage[] }) {
  const { id, slug, title, status, impact, monitors, acknowledged_by: acknowledgedBy } = incident;
  const isFree = !acknowledgedBy && !incident.recovery_at;
  return (
    <tr data-row>
      <td>
        <StateMark state={status} size="sm" />
      </td>
      <td>
        <Link href={`/incidents/${id}`} className="rounded font-medium break-words hover:underline">
          {title}
        </Link>
        <span className="block text-[13px] text-muted">
          {slug}
          <span className="xl:hidden"> · {counted(monitors.length, "monitor")}</span>
          {incident.recovery_at && " · "}
          {incident.recovery_at && <Time at={incident.incident_at} />}
          {acknowledgedBy && <span className="md:hidden"> · Assigned to {acknowledgedBy}</span>}
          {incident.next_update_at && " · "}
          <NextUpdate incident={incident} />
        </span>
      </td>
      <td className={impact === "unknown" ? "max-md:hidden" : undefined}>
        {impact === "unknown" ? "–" : <StateMark state={impact} size="sm" />}
      </td>
      <td className={`${WIDE} text-right tabular`}>{number(monitors.length)}</td>
      <td className={`${WIDE} truncate`}>{pagesText(incident, pages) ?? "–"}</td>
      <td className={isFree ? undefined : "break-words max-md:hidden"}>
        {isFree ? <AcknowledgeButton incident={incident} /> : (acknowledgedBy ?? "–")}
      </td>
      <td>
        <Lasting incident={incident} />
      </td>
    </tr>
  );
}
