"use client";
import { useState } from "react";
import { Form } from "@/components/forms/form";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Check, Textarea } from "@/components/ui/input";
import { routes } from "@/lib/client/routes";
import type { ImportedPageSubscribers } from "@/lib/contract/status-pages/subscribers";
import { counted } from "@/lib/presenters/core/format";

interface Props {
  onClose: () => void;
  pageId: number;
}

/** Imports email subscribers from CSV, after a preview of what is skipped and why. */
export function ImportSubscribers({ onClose, pageId }: Props) {
  const [csv, setCsv] = useState("");
  const [consent, setConsent] = useState(false);
  const [preview, setPreview] = useState<ImportedPageSubscribers | null>(null);
  const save = useSave(routes.importPageSubscribers, {
    fields: true,
    onDone: (result, { body }) => (body?.preview ? setPreview(result) : onClose()),
    done: ({ added }, { body }) => (body?.preview ? "" : `${counted(added, "subscriber")} added`),
  });
  const change = (text: string) => {
    setCsv(text);
    setPreview(null);
  };
  const submit = () => {
    // The server refuses an import without consent, and says so.
    const body = { csv, has_consented: consent as true, preview: preview === null };
    save.mutate({ params: { statusPageId: pageId }, body });
  };
  return (
    <Form onSubmit={submit}>
      <Field
        label="CSV"
        error={save.errors.csv}
        help="One address per line, or a file with the columns email, components, groups, and kinds. No email is sent about the import."
      >
        {(control) => (
          <Textarea
            {...control}
            className="font-mono text-[13px]"
            value={csv}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      <input
        type="file"
        aria-label="CSV file"
        accept=".csv,text/csv,text/plain"
        className="block w-full text-[13px] text-muted file:mr-3 file:rounded-lg file:border file:border-control file:bg-surface file:px-3 file:py-1.5 file:text-ink"
        onChange={(event) => void event.target.files?.[0]?.text().then(change)}
      />
      <Check
        label="These people agreed to get emails from this page"
        checked={consent}
        onChange={(event) => setConsent(event.target.checked)}
      />
      {save.errors.has_consented && (
        <p role="alert" className="text-[13px] text-down">
          Import only people who agreed to get emails from this page.
        </p>
      )}
      {preview && <Preview preview={preview} />}
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="primary"
          busy={save.isPending}
          disabled={csv.trim() === "" || preview?.added === 0}
        >
          {preview ? `Import ${counted(preview.added, "subscriber")}` : "Preview"}
        </Button>
      </div>
    </Form>
  );
}

function Preview({
  preview: { added, skipped, skipped_count: count },
}: {
  preview: ImportedPageSubscribers;
}) {
  return (
    <div role="status" className="space-y-2">
      <p>
        {counted(added, "new subscriber")}
        {count > 0 && `, ${counted(count, "line")} skipped:`}
      </p>
      {count > 0 && (
        <ul className="max-h-48 overflow-auto rounded-lg bg-sunken p-3 text-[13px]">
          {skipped.map(({ line, address, reason }) => (
            <li key={line}>
              Line {line}: {address && <b className="font-medium">{address}</b>} {reason}
            </li>
          ))}
          {count > skipped.length && <li>And {count - skipped.length} more.</li>}
        </ul>
      )}
    </div>
  );
}
