"use client";
import { Ellipsis, ExternalLink, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { buttonClass } from "@/components/ui/button-class";
import { Confirm } from "@/components/ui/overlays/confirm";
import { Menu, MenuItem } from "@/components/ui/overlays/menu";
import { routes } from "@/lib/client/routes";
import type { StatusPage } from "@/lib/contract/status-pages/pages";

/** Offers what can be done with a page as a whole. */
export function PageActions({ page }: { page: Pick<StatusPage, "id" | "name" | "url"> }) {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const remove = useSave(routes.deleteStatusPage, {
    done: "Page deleted",
    onDone: () => router.push("/status-pages"),
  });
  return (
    <>
      <a className={buttonClass({})} href={page.url} target="_blank" rel="noreferrer">
        <ExternalLink /> Open page
      </a>
      <Menu label="More actions" trigger={<Ellipsis />} triggerClass={buttonClass({ size: "icon" })}>
        <MenuItem tone="danger" onSelect={() => setAsking(true)}>
          <Trash2 /> Delete…
        </MenuItem>
      </Menu>
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
    </>
  );
}
