"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Pager } from "@/components/ui/pager";
import { Time } from "@/components/ui/time/time";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";

/** Emails come with their texts. */
const PER_PAGE = 5;

/** Lists emails that were kept because SMTP wasn't configured. */
export function OutboxCard() {
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    ...query(routes.listOutboxMails, { query: { page, per_page: PER_PAGE } }),
    placeholderData: keepPreviousData,
  });
  if (!data || data.data.length === 0) return null;
  return (
    <Card title="Outbox" flush>
      <div className="p-4">
        <Notice tone="warn">
          No mail server was configured when these emails were due. They aren't sent later.
        </Notice>
      </div>
      <ul className="border-t border-line">
        {data.data.map((mail) => (
          <li data-row key={mail.id} className="border-b border-line last:border-0">
            <details>
              <summary className="flex cursor-pointer flex-wrap items-center gap-x-4 px-4 py-2.5 hover:bg-hover focus-visible:outline-offset-[-2px]">
                <span className="min-w-0 flex-1 truncate font-medium">{mail.subject}</span>
                <span className="max-w-2/5 truncate text-muted max-sm:max-w-full">{mail.recipient}</span>
                <span className="text-[13px] text-muted">
                  <Time at={mail.created_at} />
                </span>
              </summary>
              <pre className="overflow-x-auto bg-sunken px-4 py-3 font-sans whitespace-pre-wrap">
                {mail.text_body}
              </pre>
            </details>
          </li>
        ))}
      </ul>
      <Pager label="Pages of emails" meta={data.meta} hasNext={data.links.next !== null} onPage={setPage} />
    </Card>
  );
}
