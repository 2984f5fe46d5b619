"use client";
import { Ellipsis, ExternalLink, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useConfirmed } from "@/components/forms/use-confirmed";
import { buttonClass } from "@/components/ui/button-class";
import { Menu, MenuItem } from "@/components/ui/overlays/menu";
import { routes } from "@/lib/client/routes";
import type { StatusPage } from "@/lib/contract/status-pages/pages";

/** Offers the actions on a whole page. */
export function PageActions({ page }: { page: Pick<StatusPage, "id" | "name" | "url"> }) {
  const router = useRouter();
  const remove = useConfirmed(routes.deleteStatusPage, {
    input: ({ id }: typeof page) => ({ params: { statusPageId: id } }),
    title: ({ name }) => `Delete ${name}?`,
    action: "Delete page",
    text: "This takes the page offline immediately and deletes its subscribers. Monitors and incidents aren't affected.",
    done: "Page deleted",
    typed: ({ name }) => name,
    onDone: () => router.push("/status-pages"),
  });
  return (
    <>
      <a className={buttonClass({})} href={page.url} target="_blank" rel="noreferrer">
        <ExternalLink /> Open page
      </a>
      <Menu label="More actions" trigger={<Ellipsis />} triggerClass={buttonClass({ size: "icon" })}>
        <MenuItem tone="danger" onSelect={() => remove.ask(page)}>
          <Trash2 /> Delete…
        </MenuItem>
      </Menu>
      {remove.dialog}
    </>
  );
}
