"use client";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { TextField } from "@/components/forms/fields";
import { lazyPart } from "@/components/ui/lazy-part";
import { query } from "@/lib/client/query";
import { pageReads } from "@/lib/client/reads/page-reads";
import { routes } from "@/lib/client/routes";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import type { PageFormPart } from "./page-form-part";

const DomainSetup = lazyPart(async () => (await import("./domain-setup")).DomainSetup);

/** Edits the custom domain, and shows how far the saved one is. */
export function DomainFields({
  draft,
  change,
  errors,
  info,
  page,
}: PageFormPart & { page: StatusPage | undefined }) {
  const domain = draft.domain.trim();
  // Follows the stored page, because its domain goes live while the editor is open.
  const { data: stored } = useQuery({
    ...query(routes.getStatusPage, pageReads.one(page?.id ?? 1)),
    enabled: page !== undefined,
    ...(page && { initialData: page }),
  });
  const isStored = domain === (stored?.domain ?? "");
  return (
    <>
      <TextField
        label={info.domain?.label ?? "Custom domain"}
        optional
        error={errors.domain}
        help={
          isStored
            ? "Enter your own hostname, such as status.example.com."
            : domain !== "" && `${page ? "Save" : "Publish"} the page to get the DNS records for ${domain}.`
        }
        value={draft.domain}
        placeholder="status.example.com"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(domain) => change({ domain })}
      />
      <Suspense>{stored && isStored && <DomainSetup page={stored} />}</Suspense>
    </>
  );
}
