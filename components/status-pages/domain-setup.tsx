"use client";
import { RefreshCw } from "lucide-react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import { routes } from "@/lib/client/routes";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { domainView } from "@/lib/presenters/status-pages/domain-view";
import { DomainRecords } from "./domain-records";

/** Shows the state of a page's custom domain, the DNS records it needs, and what DNS answers. */
export function DomainSetup({ page }: { page: StatusPage }) {
  const check = useSave(routes.verifyStatusPageDomain, { done: "Domain checked" });
  const view = domainView(page);
  if (!view) return null;
  const isProved = page.domain_state === "active" && page.domain_offline_at === null;
  const [first, ...others] = view.options;
  const listed = isProved ? view.options : others;
  return (
    <div className="space-y-4 border-t border-line pt-4">
      <div className="space-y-2">
        <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <StateMark state={view.state} />
          <p>{view.message}</p>
        </div>
        {page.domain_since && (
          <p className="text-[13px] text-muted">
            Since <Time at={page.domain_since} as="date" />
          </p>
        )}
        {page.domain_offline_at && (
          <Notice tone="warn">
            The page goes offline at this domain on <Time at={page.domain_offline_at} as="date" /> unless the
            records are restored.
          </Notice>
        )}
      </div>
      {first && !isProved && (
        <div className="space-y-3">
          <p className="font-medium">
            {first.records.length > 1 ? "Add these DNS records" : "Add this DNS record"}
          </p>
          <DomainRecords option={first} />
        </div>
      )}
      {listed.length > 0 && (
        <details>
          <summary className="fold-text">
            {isProved ? "DNS records that verify the domain" : "Other ways to verify the domain"}
          </summary>
          <div className="mt-3 space-y-4">
            {listed.map((option) => (
              <DomainRecords key={option.title} option={option} titled />
            ))}
          </div>
        </details>
      )}
      {view.isChecked && (
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Answers page={page} answers={view.answers} />
          <Button
            size="sm"
            busy={check.isPending}
            onClick={() => check.mutate({ params: { statusPageId: page.id } })}
          >
            <RefreshCw /> Check now
          </Button>
        </div>
      )}
    </div>
  );
}

function Answers({ page, answers }: { page: StatusPage; answers: readonly string[] | null }) {
  if (page.domain_checked_at === null) return null;
  return (
    <div className="min-w-0 text-[13px]">
      <p className="font-medium">Current DNS records</p>
      <ul className="font-mono break-all">
        {answers?.map((answer) => (
          <li key={answer}>{answer}</li>
        ))}
        {answers?.length === 0 && <li>No records</li>}
        {answers === null && <li>No response</li>}
      </ul>
      <p className="mt-1 text-muted">
        Checked <Time at={page.domain_checked_at} />
        {page.domain_next_check_at && (
          <>
            , next check <Time at={page.domain_next_check_at} />
          </>
        )}
      </p>
    </div>
  );
}
