import { useState } from "react";
import { SelectField, TextField } from "@/components/forms/fields";
import { CopyButton } from "@/components/ui/copy";
import { Field } from "@/components/ui/field";
import { Check, Options, Select } from "@/components/ui/input";
import { dataUrl } from "@/lib/client/data-url";
import {
  IMPORT_MAX_BYTES,
  IMPORT_SOURCE_NAMES,
  IMPORT_SOURCES,
  type ImportStep,
} from "@/lib/contract/config-file/sources";
import { type ImportDraft, joinedFiles, tooLarge } from "@/lib/presenters/config-file/import-form";
import { REGION_LIST } from "@/lib/presenters/core/region-names";

interface Props {
  draft: ImportDraft;
  change: (part: Partial<ImportDraft>) => void;
  errors: Record<string, string>;
}

/** Chooses the product, its export, and where the monitors are checked from. */
export function ImportFields({ draft, change, errors }: Props) {
  const source = IMPORT_SOURCES[draft.source];
  const steps: readonly ImportStep[] = source.steps;
  return (
    <>
      <SelectField
        label="Product"
        error={errors.source}
        value={draft.source}
        onChange={(chosen) => change({ source: chosen, file: null, url: "", variables: {} })}
      >
        <Options of={IMPORT_SOURCE_NAMES} option={(name) => [name, IMPORT_SOURCES[name].title]} />
      </SelectField>
      <ol className="list-decimal space-y-1 pl-5 text-[13px] break-words text-muted">
        {steps.map(({ text, command }) => (
          <li key={text}>
            {text}
            {command && (
              <span className="my-1.5 flex items-start gap-2">
                <code className="min-w-0 grow rounded-lg bg-sunken px-3 py-1.5 font-mono text-xs break-all text-ink">
                  {command}
                </code>
                <CopyButton text={command} name="Copy command" />
              </span>
            )}
          </li>
        ))}
      </ol>
      {"byUrl" in source && (
        <TextField
          label="Address"
          error={errors.url}
          inputMode="url"
          placeholder="https://status.example.com"
          value={draft.url}
          onChange={(url) => change({ url })}
        />
      )}
      <FileField key={draft.source} draft={draft} change={change} error={errors.file} />
      {draft.source === "vedette" ? (
        <Check
          label="Delete items that are no longer in the file"
          checked={draft.prune}
          onChange={(event) => change({ prune: event.target.checked })}
        />
      ) : (
        <Field label="Region" help="Where new monitors are checked from." error={errors.regions}>
          {(control) => (
            <Select
              {...control}
              className="max-w-72"
              value={draft.region}
              onChange={(event) => {
                const chosen = REGION_LIST.find(([code]) => code === event.target.value);
                if (chosen) change({ region: chosen[0] });
              }}
            >
              <Options of={REGION_LIST} option={([code, name]) => [code, name]} />
            </Select>
          )}
        </Field>
      )}
    </>
  );
}

function FileField({
  draft,
  change,
  error,
}: Pick<Props, "draft" | "change"> & { error: string | undefined }) {
  const [problem, setProblem] = useState("");
  const source = IMPORT_SOURCES[draft.source];
  const isSeveral = "inFiles" in source;
  const read = async (files: readonly File[]) => {
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    setProblem(bytes > IMPORT_MAX_BYTES ? tooLarge(bytes) : "");
    if (files.length === 0 || bytes > IMPORT_MAX_BYTES) return change({ file: null });
    change({ file: await contentOf(files) });
  };
  return (
    <Field label={isSeveral ? "Files" : "File"} error={problem || error}>
      {(control) => (
        <input
          {...control}
          type="file"
          multiple={isSeveral}
          accept={source.accept}
          className="block w-full text-[13px] text-muted file:mr-3 file:rounded-lg file:border file:border-control file:bg-surface file:px-3 file:py-1.5 file:text-ink"
          onChange={(event) => void read([...(event.target.files ?? [])])}
        />
      )}
    </Field>
  );
}

/** Returns the data URL of a file, which may be a database, or the joined text of several. */
async function contentOf(files: readonly File[]): Promise<string> {
  const [first, ...others] = files;
  if (first && others.length === 0) return await dataUrl(first);
  return joinedFiles(
    await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() }))),
  );
}
