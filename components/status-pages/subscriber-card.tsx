"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, Plus, Upload } from "lucide-react";
import { useState } from "react";
import { useConfirmed } from "@/components/forms/use-confirmed";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyPart } from "@/components/ui/lazy-part";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Pager } from "@/components/ui/pager";
import { query } from "@/lib/client/query";
import { pageReads, type SubscriberListFilter } from "@/lib/client/reads/page-reads";
import { routes } from "@/lib/client/routes";
import { saveText } from "@/lib/client/save-file";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import type { PageSubscriber } from "@/lib/contract/status-pages/subscribers";
import { AddSubscriberDialog } from "./add-subscriber-dialog";
import { SubscriberFilters } from "./subscriber-filters";
import { SubscriberRow } from "./subscriber-row";

const ImportSubscribers = lazyPart(async () => (await import("./import-subscribers")).ImportSubscribers);

/** Lists, adds, imports, exports, and removes the subscribers of a page. */
export function SubscriberCard({ page: statusPage }: { page: StatusPage }) {
  const { id: pageId, subscription_channels: channels } = statusPage;
  const [page, setPage] = useState(1);
  const [filter, setFilter] = useState<SubscriberListFilter>({});
  const [open, setOpen] = useState<"add" | "import" | null>(null);
  const remove = useConfirmed(routes.removePageSubscriber, {
    input: ({ id }: PageSubscriber) => ({ params: { statusPageId: pageId, subscriberId: id } }),
    title: ({ email, url }) => `Remove ${email ?? url ?? ""}?`,
    action: "Remove subscriber",
    text: "Vedette deletes the address and stops sending updates to it. The person can subscribe again.",
    done: "Subscriber removed",
  });
  const { data, isPending } = useQuery({
    ...query(routes.listPageSubscribers, pageReads.subscribers(pageId, page, filter)),
    placeholderData: keepPreviousData,
  });
  const narrow = (change: SubscriberListFilter) => {
    setFilter({ ...filter, ...change });
    setPage(1);
  };
  const rows = data?.data ?? [];
  const close = () => setOpen(null);
  return (
    <Card
      title="Subscribers"
      className="mt-6"
      aside={<Actions pageId={pageId} hasEmail={channels.includes("email")} onOpen={setOpen} />}
      flush
    >
      <SubscriberFilters filter={filter} onChange={narrow} />
      {rows.length === 0 && !isPending && <None isFiltered={Object.values(filter).some(Boolean)} />}
      <ul>
        {rows.map((subscriber) => (
          <SubscriberRow
            key={subscriber.id}
            subscriber={subscriber}
            onRemove={() => remove.ask(subscriber)}
          />
        ))}
      </ul>
      {data && <Pager meta={data.meta} hasNext={data.links.next !== null} onPage={setPage} />}
      <AddSubscriberDialog open={open === "add"} onClose={close} page={statusPage} />
      <Dialog open={open === "import"} onClose={close} title="Import subscribers" wide>
        <ImportSubscribers onClose={close} pageId={pageId} />
      </Dialog>
      {remove.dialog}
    </Card>
  );
}

function None({ isFiltered }: { isFiltered: boolean }) {
  return (
    <p className="px-4 py-6 text-muted">
      {isFiltered ? (
        "No subscribers match."
      ) : (
        <>
          No subscribers yet. Visitors subscribe under <b className="font-medium text-fg">Get updates</b> on
          the page.
        </>
      )}
    </p>
  );
}

function Actions(props: { pageId: number; hasEmail: boolean; onOpen: (dialog: "add" | "import") => void }) {
  const { pageId, hasEmail, onOpen } = props;
  const total = useTotal(pageId);
  const save = useSave(routes.exportPageSubscribers, {
    onDone: (csv) => saveText(`subscribers-${pageId}.csv`, csv),
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {total !== null && (
        <p className="mr-2 text-[13px] text-muted tabular">{total.toLocaleString("en")} confirmed</p>
      )}
      <Button
        size="sm"
        onClick={() => save.mutate({ params: { statusPageId: pageId } })}
        busy={save.isPending}
      >
        <Download /> Export
      </Button>
      {hasEmail && (
        <Button size="sm" onClick={() => onOpen("import")}>
          <Upload /> Import…
        </Button>
      )}
      <Button size="sm" onClick={() => onOpen("add")}>
        <Plus /> Add…
      </Button>
    </div>
  );
}

function useTotal(pageId: number): number | null {
  const { data } = useQuery(query(routes.listPageSubscribers, pageReads.subscriberCount(pageId)));
  if (!data) return null;
  return data.data.length === 0 ? 0 : Number(new URL(data.links.last).searchParams.get("page"));
}
