"use client";

import { useState } from "react";
import { TextField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { routes } from "@/lib/client/routes";
import type { ImportResult } from "@/lib/contract/config-file/imports";
import { type ImportDraft, importBody, isReady, NEW_IMPORT } from "@/lib/presenters/config-file/import-form";
import { ImportFields } from "./import-fields";
import { ImportPreview } from "./import-preview";

/** Imports from another product, or applies a Vedette file, after a preview. */
export function ImportForm() {
  const [draft, setDraft] = useState<ImportDraft>(NEW_IMPORT);
  const [result, setResult] = useState<ImportResult | null>(null);
  const save = useSave(routes.importConfiguration, {
    fields: true,
    onDone: setResult,
    done: ({ applied }) => (applied ? "Import completed" : ""),
  });
  const change = (part: Partial<ImportDraft>) => {
    setDraft({ ...draft, ...part });
    setResult(null);
    save.reset();
  };
  const submit = () => {
    save.mutate({ body: importBody(draft, result === null || result.problems.length > 0) });
  };
  const isDone = result?.applied ?? false;
  const canApply = result !== null && !isDone && result.problems.length === 0;
  return (
    <Card title="Import">
      <Form onSubmit={submit}>
        <ImportFields draft={draft} change={change} errors={save.errors} />
        {result && result.missing_variables.length > 0 && (
          <VariableFields
            names={result.missing_variables}
            values={draft.variables}
            onChange={(variables) => setDraft({ ...draft, variables })}
          />
        )}
        {result && <ImportPreview result={result} />}
        {!isDone && (
          <Button type="submit" variant="primary" busy={save.isPending} disabled={!isReady(draft)}>
            {canApply ? "Import" : "Preview"}
          </Button>
        )}
      </Form>
    </Card>
  );
}

/** Asks for the secrets that a Vedette file refers to. */
function VariableFields({
  names,
  values,
  onChange,
}: {
  names: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
}) {
  return (
    <fieldset className="space-y-3 rounded-lg border border-line p-4">
      <legend className="px-1 text-[13px] font-medium">Secrets that the file refers to</legend>
      {names.map((name) => (
        <TextField
          key={name}
          label={name}
          type="password"
          autoComplete="off"
          value={values[name] ?? ""}
          onChange={(text) => onChange({ ...values, [name]: text })}
        />
      ))}
    </fieldset>
  );
}
