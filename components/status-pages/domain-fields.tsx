"use client";
import { useQuery } from "@tanstack/react-query";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { pageReads } from "@/lib/client/page-reads";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { DomainSetup } from "./domain-setup";
import type { PageFormPart } from "./page-form-part";

/** Edits the custom domain, and shows how far the saved one is. */
export function DomainFields({
  draft,
  change,
  errors,
  info,
  page,
}: PageFormPart & { page: StatusPage | undefined }) {
  const domain = draft.domain.trim();
  return (
    <Card title="Custom domain">
      <div className="space-y-4">
        <Field
          label={info.domain?.label ?? "Custom domain"}
          optional
          error={errors.domain}
          help={
            domain !== (page?.domain ?? "") && domain !== ""
              ? `${page ? "Save" : "Publish"} the page to get the DNS records for ${domain}.`
              : "Enter a hostname of yours, such as status.example.com."
          }
        >
          {(control) => (
            <Input
              {...control}
              value={draft.domain}
              placeholder="status.example.com"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => change({ domain: event.target.value })}
            />
          )}
        </Field>
        {page && <Saved page={page} domain={domain} />}
      </div>
    </Card>
  );
}

/** Follows the stored page, because its domain goes live while the editor is open. */
function Saved({ page, domain }: { page: StatusPage; domain: string }) {
  const { data } = useQuery({
    ...query(routes.getStatusPage, pageReads.one(page.id)),
    initialData: page,
  });
  return data.domain === domain ? <DomainSetup page={data} /> : null;
}
