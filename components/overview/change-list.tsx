"use client";
import { Time } from "@/components/ui/time/time";
import type { AuditEntry } from "@/lib/contract/accounts/audit-log";
import { auditWords } from "@/lib/presenters/accounts/audit-words";

/** Shows who changed what. Loads with the entries, so that the words for every action stay out of the first script. */
export default function ChangeList({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ol>
      {entries.map((entry) => (
        <li key={entry.id} className="border-b border-line px-4 py-2.5 break-words last:border-0">
          <span className="font-medium">{entry.actor.label}</span> {auditWords(entry)}
          <span className="block text-[13px] text-muted">
            <Time at={entry.created_at} />
          </span>
        </li>
      ))}
    </ol>
  );
}
