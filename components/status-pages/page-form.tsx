"use client";
import { useRouter } from "next/navigation";
import { Suspense, useState } from "react";
import { Form } from "@/components/forms/form";
import { useSave } from "@/components/forms/use-save";
import { useVisit } from "@/components/page/use-recents";
import { Button, ButtonLink } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { Segmented } from "@/components/ui/input";
import { lazyPart } from "@/components/ui/lazy-part";
import { Disclosure } from "@/components/ui/overlays/disclosure";
import { routes } from "@/lib/client/routes";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { errorOf } from "@/lib/presenters/core/field-error";
import type { FieldInfo } from "@/lib/presenters/core/form-fields";
import { counted } from "@/lib/presenters/core/format";
import { monitorIdsOf } from "@/lib/presenters/status-pages/component-list";
import { isPrivateDraft, type PageDraft, pageBody } from "@/lib/presenters/status-pages/draft";
import type { PageFormPart } from "./page-form-part";
import { PagePreview } from "./page-preview";
import { PageTextFields } from "./page-text-fields";
import { PRESET_NAMES } from "./preset-picker";

// Most are closed at first. They load once the form works.
const ComponentFields = lazyPart(async () => (await import("./component-fields")).ComponentFields);
const AccessFields = lazyPart(async () => (await import("./access-fields")).AccessFields);
const AppearanceFields = lazyPart(async () => (await import("./appearance-fields")).AppearanceFields);
const DomainFields = lazyPart(async () => (await import("./domain-fields")).DomainFields);
const EmbedCodes = lazyPart(async () => (await import("./embed-codes")).EmbedCodes);
const FollowFields = lazyPart(async () => (await import("./follow-fields")).FollowFields);
const ImageFields = lazyPart(async () => (await import("./image-fields")).ImageFields);
const SubscriberCard = lazyPart(async () => (await import("./subscriber-card")).SubscriberCard);

/** Parts of which a narrow screen shows one. Wide ones show both. */
const VIEWS = [
  { value: "edit", label: "Edit" },
  { value: "preview", label: "Preview" },
] as const;
type View = (typeof VIEWS)[number]["value"];

interface PageFormProps {
  initial: PageDraft;
  info: Record<string, FieldInfo>;
  page?: StatusPage;
}

/** Creates or edits a status page, with a live preview. Saving is always in reach. */
export function PageForm({ initial, info, page }: PageFormProps) {
  const router = useRouter();
  const [draft, setDraft] = useState(initial);
  const [view, setView] = useState<View>("edit");
  const create = useSave(routes.createStatusPage, {
    fields: true,
    done: "Page published",
    onDone: (made) => router.push(`/status-pages/${made.id}`),
  });
  const [saved, setSaved] = useState(initial);
  const update = useSave(routes.updateStatusPage, {
    fields: true,
    done: "Page saved",
    onDone: () => setSaved(draft),
  });
  const isChanged = draft !== saved && JSON.stringify(draft) !== JSON.stringify(saved);
  useVisit(`/status-pages/${page?.id}`, page?.name);
  const saving = page ? update : create;
  const part: PageFormPart = {
    draft,
    info,
    errors: saving.errors,
    change: (change) => setDraft((before) => ({ ...before, ...change })),
  };
  const submit = () => {
    setView("edit");
    const body = pageBody(draft);
    if (page) update.mutate({ params: { statusPageId: page.id }, body });
    else create.mutate({ body });
  };
  const hasSubscribers = page?.subscription_channels.some((one) => one === "email" || one === "webhook");
  const hiddenUnless = (one: View) => view !== one && "max-lg:hidden";
  return (
    <>
      <Form onSubmit={submit}>
        <div className="mb-4 lg:hidden">
          <Segmented name="view" label="View" value={view} options={VIEWS} onChange={setView} />
        </div>
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[400px_minmax(0,1fr)]" data-wide>
          <div className={cn(hiddenUnless("edit"))}>
            <Sections part={part} page={page} />
          </div>
          <div className={cn("min-w-0 lg:sticky lg:top-6", hiddenUnless("preview"))}>
            <PagePreview
              pageId={page?.id ?? null}
              address={draft.domain || (page?.url ?? `/status/${draft.subdomain}`)}
              draft={draft}
            />
          </div>
        </div>
        {(!page || isChanged || saving.error) && (
          <SaveBar
            isNew={!page}
            isSaving={saving.isPending}
            error={saving.error?.message ?? null}
            onDiscard={() => setDraft(saved)}
          />
        )}
      </Form>
      {page && hasSubscribers && (
        <Suspense>
          <SubscriberCard page={page} />
        </Suspense>
      )}
    </>
  );
}

/** Keeps saving in reach of every field. */
function SaveBar({
  isNew,
  isSaving,
  error,
  onDiscard,
}: {
  isNew: boolean;
  isSaving: boolean;
  error: string | null;
  onDiscard: () => void;
}) {
  return (
    <div className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 mt-4 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-raised p-3 shadow-(--shadow) lg:bottom-4 lg:w-[400px]">
      <Button type="submit" variant="primary" busy={isSaving}>
        {isNew ? "Publish page" : "Save"}
      </Button>
      {isNew ? (
        <ButtonLink variant="quiet" href="/status-pages">
          Cancel
        </ButtonLink>
      ) : (
        <>
          <Button variant="quiet" onClick={onDiscard}>
            Discard
          </Button>
          <span className="ml-auto text-[13px] text-muted">Unsaved changes</span>
        </>
      )}
      {error && (
        <p role="alert" className="w-full text-down">
          {error}
        </p>
      )}
    </div>
  );
}

/** Groups the fields, each group closed with a note on what is set. A new page starts with those that it needs. */
function Sections({ part, page }: { part: PageFormPart; page: StatusPage | undefined }) {
  const { draft, errors } = part;
  const has = (...fields: string[]) => fields.some((field) => errorOf(errors, field));
  // A new page starts with two open sections.
  const section = { isLater: true, name: page && "section" };
  return (
    <div className="disclosures">
      <Disclosure
        {...section}
        title="Page"
        note={draft.title}
        open={!page || has("name", "subdomain", "title", "description", "website_url", "language", "tags")}
      >
        <PageTextFields {...part} isNew={!page} />
      </Disclosure>
      <Disclosure
        {...section}
        title="Components"
        note={counted(monitorIdsOf(draft.components).length, "monitor")}
        open={!page || has("components")}
      >
        <ComponentFields {...part} />
      </Disclosure>
      <Disclosure
        {...section}
        title="Appearance"
        note={PRESET_NAMES[draft.theme.preset]}
        open={has("theme", "color_scheme", "timeframe", "time_zone")}
      >
        <AppearanceFields {...part} />
      </Disclosure>
      <Disclosure
        {...section}
        title="Logo and favicon"
        open={has("logo_light", "logo_dark", "favicon_light", "favicon_dark")}
      >
        <ImageFields {...part} page={page} />
      </Disclosure>
      <Disclosure
        {...section}
        title="Subscription channels"
        note={counted(draft.subscription_channels.length, "channel")}
        open={has("subscription_channels")}
      >
        <FollowFields {...part} />
      </Disclosure>
      <Disclosure {...section} title="Custom domain" note={draft.domain || "None"} open={has("domain")}>
        <DomainFields {...part} page={page} />
      </Disclosure>
      <Disclosure
        {...section}
        title="Access"
        note={isPrivateDraft(draft, page) ? "Private" : "Public"}
        open={has("access_ips", "access_password", "access_token")}
      >
        <AccessFields {...part} page={page} />
      </Disclosure>
      {page && !page.is_private && (
        <Disclosure {...section} title="Badges and widgets">
          <EmbedCodes page={page} />
        </Disclosure>
      )}
    </div>
  );
}
