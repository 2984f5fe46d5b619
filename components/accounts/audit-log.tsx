"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { SelectField } from "@/components/forms/fields";
import { Card } from "@/components/ui/card";
import { Empty } from "@/components/ui/empty";
import { Options } from "@/components/ui/input";
import { Pager } from "@/components/ui/pager";
import { Time, useDateText } from "@/components/ui/time/time";
import { query, queryAll } from "@/lib/client/query";
import { auditView, settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import type { AuditEntry } from "@/lib/contract/accounts/audit-log";
import { AUDIT_SUBJECT_WORDS, auditWords, changeWords } from "@/lib/presenters/accounts/audit-words";

/** Puts the filters and the page into the URL. Changing a filter goes back to the first page. */
function goTo(search: URLSearchParams, change: Record<string, string>): void {
  const next = new URLSearchParams(search);
  if (!("page" in change)) next.delete("page");
  for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name);
  const text = next.toString();
  window.history.replaceState(null, "", text ? `?${text}` : location.pathname);
}

/** Lists who did what, newest first. */
export function AuditLog() {
  const search = new URLSearchParams(useSearchParams());
  const view = auditView(search);
  const { data } = useQuery({
    ...query(routes.listAuditLog, settingsReads.audit(view)),
    placeholderData: keepPreviousData,
  });
  const entries = data?.data ?? [];
  return (
    <div className="space-y-4">
      <Filters search={search} />
      <Card flush>
        {entries.length === 0 ? (
          <Empty icon={<ScrollText />} title="No entries">
            Sign-ins and changes to members, keys, settings, monitors, incidents, maintenance, and pages are
            recorded here permanently.
          </Empty>
        ) : (
          <ol>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
        {data && (
          <Pager
            meta={data.meta}
            hasNext={data.links.next !== null}
            onPage={(page) => goTo(search, { page: page > 1 ? String(page) : "" })}
          />
        )}
      </Card>
    </div>
  );
}

function Filters({ search }: { search: URLSearchParams }) {
  const members = useQuery(queryAll(routes.listMembers)).data?.data ?? [];
  return (
    <div className="flex flex-wrap gap-3">
      <SelectField
        label="Action"
        hideLabel
        className="min-w-44 flex-1 sm:max-w-60"
        value={search.get("subject") ?? ""}
        onChange={(subject) => goTo(search, { subject })}
      >
        <option value="">All actions</option>
        <Options of={Object.entries(AUDIT_SUBJECT_WORDS)} option={([subject, words]) => [subject, words]} />
      </SelectField>
      <SelectField
        label="Member"
        hideLabel
        className="min-w-44 flex-1 sm:max-w-60"
        value={search.get("user_id") ?? ""}
        onChange={(text) => goTo(search, { user_id: text })}
      >
        <option value="">All members</option>
        <Options of={members} option={(member) => [member.id, member.name]} />
      </SelectField>
    </div>
  );
}

const KINDS: Record<AuditEntry["actor"]["type"], string | null> = {
  user: null,
  api_key: "API key",
  system: null,
};

function Entry({ entry }: { entry: AuditEntry }) {
  const { address } = entry.detail;
  const aside = [KINDS[entry.actor.type], entry.project?.name, typeof address === "string" ? address : null]
    .filter(Boolean)
    .join(" · ");
  return (
    <li
      data-row
      className="flex items-baseline justify-between gap-x-5 border-b border-line px-4 py-2.5 last:border-0"
    >
      <div className="min-w-0 flex-1 break-words">
        <span className="font-medium">{entry.actor.label}</span> {auditWords(entry)}
        <Changes entry={entry} />
        {aside && <span className="block text-[13px] text-muted">{aside}</span>}
      </div>
      <p className="shrink-0 text-[13px] text-muted max-sm:max-w-24 max-sm:text-right">
        <Time at={entry.created_at} />
      </p>
    </li>
  );
}

/** Shows each changed value before and after. */
function Changes({ entry }: { entry: AuditEntry }) {
  const changes = changeWords(entry, useDateText());
  if (changes.length === 0) return null;
  return (
    <ul className="text-[13px] text-muted">
      {changes.map(({ field, values }) => (
        <li key={field}>
          {field}
          {values ? (
            <>
              : <del className="no-underline">{values.from}</del> →{" "}
              <ins className="text-ink no-underline">{values.to}</ins>
            </>
          ) : (
            " changed"
          )}
        </li>
      ))}
    </ul>
  );
}
