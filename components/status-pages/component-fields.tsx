"use client";
import { FolderPlus } from "lucide-react";
import { useMonitorNames } from "@/components/forms/use-monitors";
import { Button } from "@/components/ui/button";
import { errorOf, fieldErrorWords } from "@/lib/presenters/core/field-error";
import { monitorIdsOf, NEW_GROUP } from "@/lib/presenters/status-pages/component-list";
import { ComponentLevel } from "./component-level";
import type { PageFormPart } from "./page-form-part";

/** Edits the page's components and groups in display order. Buttons move them, so the keyboard works too. */
export function ComponentFields({ draft, change, errors }: PageFormPart) {
  const { components } = draft;
  const ids = monitorIdsOf(components);
  const names = useMonitorNames(ids);
  const error = errorOf(errors, "components");
  return (
    <>
      <ComponentLevel
        components={components}
        names={names}
        onChange={(changed) => change({ components: changed })}
        label="the page"
      />
      <Button size="sm" onClick={() => change({ components: [...components, NEW_GROUP] })}>
        <FolderPlus /> Add group
      </Button>
      {error && (
        <p role="alert" className="text-[13px] text-down">
          {fieldErrorWords("Components", error)}
        </p>
      )}
    </>
  );
}
