"use client";
import { ExternalLink, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { useVisit } from "@/components/shell/use-recents";
import { Button, ButtonLink } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { routes } from "@/lib/client/routes";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import type { FieldInfo } from "@/lib/presenters/core/form-fields";
import { type PageDraft, pageBody } from "@/lib/presenters/status-pages/draft";
import { AccessFields } from "./access-fields";
import { AppearanceFields } from "./appearance-fields";
import { ComponentFields } from "./component-fields";
import { DomainFields } from "./domain-fields";
import { EmbedCodes } from "./embed-codes";
import { FollowFields } from "./follow-fields";
import { ImageFields } from "./image-fields";
import type { PageFormPart } from "./page-form-part";
import { PagePreview } from "./page-preview";
import { PageTextFields } from "./page-text-fields";
import { PageThumbnail } from "./page-thumbnail";

/** Creates or edits a status page, with a live preview. */
export function PageForm({
  initial,
  info,
  page,
}: {
  initial: PageDraft;
  info: Record<string, FieldInfo>;
  page?: StatusPage;
}) {
  const router = useRouter();
  const [draft, setDraft] = useState(initial);
  const [asking, setAsking] = useState(false);
  const create = useSave(routes.createStatusPage, {
    fields: true,
    done: "Page published",
    onDone: (made) => router.push(`/status-pages/${made.id}`),
  });
  const update = useSave(routes.updateStatusPage, { fields: true, done: "Page saved" });
  const remove = useSave(routes.deleteStatusPage, {
    done: "Page deleted",
    onDone: () => router.push("/status-pages"),
  });
  useVisit(`/status-pages/${page?.id}`, page?.name);
  const saving = page ? update : create;
  const part: PageFormPart = {
    draft,
    info,
    errors: saving.errors,
    change: (change) => setDraft((before) => ({ ...before, ...change })),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = pageBody(draft);
    if (page) update.mutate({ params: { statusPageId: page.id }, body });
    else create.mutate({ body });
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_392px]"
    >
      <div className="space-y-4">
        <PageTextFields {...part} />
        <ComponentFields {...part} />
        <AppearanceFields {...part} />
        <ImageFields {...part} page={page} />
        <FollowFields {...part} />
        <DomainFields {...part} page={page} />
        <AccessFields {...part} page={page} />
        {page && !page.is_private && <EmbedCodes page={page} />}
      </div>
      <div className="space-y-4 lg:sticky lg:top-6">
        {page ? (
          <PagePreview pageId={page.id} draft={draft} />
        ) : (
          <Card title="Preview" flush>
            <PageThumbnail page={draft} status={undefined} />
          </Card>
        )}
        {saving.error && (
          <p role="alert" className="text-down">
            {saving.error.message}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={saving.isPending}>
            {page ? "Save" : "Publish page"}
          </Button>
          {page ? (
            <a className={buttonClass({})} href={page.url} target="_blank" rel="noreferrer">
              <ExternalLink /> Open page
            </a>
          ) : (
            <ButtonLink look="quiet" href="/status-pages">
              Cancel
            </ButtonLink>
          )}
          {page && (
            <Button look="quiet" onClick={() => setAsking(true)}>
              <Trash2 /> Delete…
            </Button>
          )}
        </div>
      </div>
      {page && (
        <Confirm
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() => remove.mutate({ params: { statusPageId: page.id } })}
          busy={remove.isPending}
          title={`Delete ${page.name}?`}
          action="Delete page"
          typed={page.name}
        >
          This takes the page offline immediately and deletes its subscribers. Monitors and incidents aren't
          affected.
        </Confirm>
      )}
    </form>
  );
}
