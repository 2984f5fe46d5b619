import Link from "next/link";
import { Time } from "@/components/ui/time/time";
import type { ChartMark } from "@/lib/presenters/checks/chart-marks";

const WORDS = { incident: "Incident", maintenance: "Maintenance", deployment: "Deployment" };
const TONES = { incident: "bg-down-fill", maintenance: "bg-calm", deployment: "bg-accent" };
const FEW = 4;

/** Lists the marks of a chart, newest first, with links. */
export function MarkList({ marks }: { marks: readonly ChartMark[] }) {
  if (marks.length === 0) return null;
  const newest = [...marks].reverse();
  return (
    <div className="mt-3 border-t border-line pt-3 text-[13px]">
      <ul aria-label="Marks in this chart">
        {newest.slice(0, FEW).map((mark) => (
          <Mark key={mark.key} mark={mark} />
        ))}
      </ul>
      {newest.length > FEW && (
        <details>
          <summary className="fold-text">{newest.length - FEW} more</summary>
          <ul>
            {newest.slice(FEW).map((mark) => (
              <Mark key={mark.key} mark={mark} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Mark({ mark: { kind, title, href, from } }: { mark: ChartMark }) {
  const link = "min-w-0 truncate rounded hover:underline";
  return (
    <li className="flex items-center gap-2 py-0.5">
      <span className={`h-3 w-1 shrink-0 rounded-full ${TONES[kind]}`} aria-hidden="true" />
      <span className="shrink-0 text-muted">{WORDS[kind]}</span>
      {href === null && <span className="min-w-0 truncate">{title}</span>}
      {href?.startsWith("/") && (
        <Link href={href} className={link}>
          {title}
        </Link>
      )}
      {href && !href.startsWith("/") && (
        <a href={href} className={link} rel="noreferrer" target="_blank">
          {title}
        </a>
      )}
      <span className="ml-auto shrink-0 text-muted">
        <Time at={new Date(from).toISOString()} />
      </span>
    </li>
  );
}
