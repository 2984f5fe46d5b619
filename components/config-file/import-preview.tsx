import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import type { ImportedItem, ImportResult } from "@/lib/contract/config-file/imports";
import { actionWord, importSummary, KIND_WORDS } from "@/lib/presenters/config-file/import-words";

const ROWS_SHOWN = 300;

/** Lists the items that an import creates, changes, maps differently, or skips. */
export function ImportPreview({ result }: { result: ImportResult }) {
  const { items, skipped, problems, applied } = result;
  return (
    <div role="status" className="space-y-4">
      {problems.length > 0 && (
        <Notice tone="down">
          <p className="font-medium">Nothing can be imported yet:</p>
          <ul className="mt-1 list-disc pl-5 break-words">
            {problems.slice(0, ROWS_SHOWN).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      <p>
        {importSummary(result)}{" "}
        {applied && (
          <Link href="/monitors" className="font-medium text-accent underline underline-offset-2">
            View monitors
          </Link>
        )}
      </p>
      {items.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {items.slice(0, ROWS_SHOWN).map((item) => (
            <Row key={`${item.kind} ${item.key}`} item={item} applied={applied} />
          ))}
        </ul>
      )}
      {items.length > ROWS_SHOWN && <p className="text-muted">And {items.length - ROWS_SHOWN} more.</p>}
      {skipped.length > 0 && (
        <section>
          <h3 className="mb-2 text-[13px] font-semibold">Skipped</h3>
          <ul className="divide-y divide-line rounded-lg border border-line">
            {skipped.slice(0, ROWS_SHOWN).map(({ name, reason }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skipped items have no identity and never move
              <li key={at} className="px-3 py-2">
                <b className="font-medium break-words">{name}</b>
                <span className="block text-[13px] text-muted">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const TONES: Readonly<Record<ImportedItem["action"], string>> = {
  create: "text-up",
  update: "text-warn",
  unchanged: "text-muted",
  delete: "text-down",
  left: "text-muted",
};

function Row({
  item: { kind, name, action, changes, notes },
  applied,
}: {
  item: ImportedItem;
  applied: boolean;
}) {
  return (
    <li className="px-3 py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 break-words">
          <b className="font-medium">{name}</b>{" "}
          <span className="text-[13px] text-muted">{KIND_WORDS[kind]}</span>
        </span>
        <span className={`text-[13px] ${TONES[action]}`}>{actionWord(action, applied)}</span>
      </div>
      {changes.length > 0 && (
        <dl className="mt-1 space-y-0.5 text-[13px]">
          {changes.map(({ field, before, after }) => (
            <div key={field} className="flex flex-wrap gap-x-2 break-all">
              <dt className="text-muted">{field}</dt>
              <dd>
                <del className="text-muted">{before ?? "none"}</del> → {after ?? "none"}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {notes.length > 0 && (
        <ul className="mt-1 text-[13px] text-muted">
          {notes.map(({ field, text }) => (
            <li key={`${field} ${text}`} className="break-words">
              {field}: {text}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
