import { CopyButton } from "@/components/ui/copy";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { embedCodes } from "@/lib/presenters/status-pages/embed-codes";

/** Offers the code that shows a page's state on other sites. */
export function EmbedCodes({ page }: { page: StatusPage }) {
  return (
    <ul className="space-y-3 text-[13px]">
      {embedCodes(page).map(({ title, note, code }) => (
        <li key={title} className="space-y-1">
          <div className="flex items-center justify-between gap-3">
            <p>
              <b className="font-medium">{title}</b> <span className="text-muted">{note}</span>
            </p>
            <CopyButton text={code} name={`Copy ${title}`} />
          </div>
          <code className="block rounded-lg border border-line px-3 py-1.5 font-mono break-all">{code}</code>
        </li>
      ))}
    </ul>
  );
}
