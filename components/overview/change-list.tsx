"use client";
import { Time } from "@/components/ui/time/time";
import type { AuditEntry } from "@/lib/contract/accounts/audit-log";
import { auditWords } from "@/lib/presenters/accounts/audit-words";

const SHOWN = 6;

/** Shows who changed what, with changes alike folded into one. Loads with the entries, so that the words for every action stay out of the first script. */
export default function ChangeList({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ol>
      {folded(entries).map(({ entry, isRun }) => (
        <li key={entry.id} className="border-b border-line px-4 py-2.5 break-words last:border-0">
          <span className="font-medium">{entry.actor.label}</span> {auditWords(entry)}
          {isRun && " and others like it"}
          <span className="block text-[13px] text-muted">
            <Time at={entry.created_at} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Folds neighbors in which one person did the same to things of one type: an import creates thousands of monitors. */
function folded(entries: readonly AuditEntry[]) {
  const runs: { entry: AuditEntry; isRun: boolean }[] = [];
  const kindOf = ({ actor, action, subject }: AuditEntry) =>
    [actor.type, actor.id, actor.label, action, subject.type].join(" ");
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last && kindOf(last.entry) === kindOf(entry)) last.isRun = true;
    else runs.push({ entry, isRun: false });
  }
  return runs.slice(0, SHOWN);
}
