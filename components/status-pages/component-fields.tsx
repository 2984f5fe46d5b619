"use client";
import { FolderPlus } from "lucide-react";
import { useState } from "react";
import { useMonitorNames } from "@/components/forms/use-monitors";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { errorOf, fieldErrorWords } from "@/lib/presenters/core/field-error";
import { monitorIdsOf, NEW_GROUP } from "@/lib/presenters/status-pages/component-list";
import { ComponentLevel } from "./component-level";
import type { PageFormPart } from "./page-form-part";

/** With more, groups start closed, and components can be searched. */
const FEW = 15;

/** Edits the page's components and groups in display order. Buttons move them, so the keyboard works too. */
export function ComponentFields({ draft, change, errors }: PageFormPart) {
  const { components } = draft;
  const ids = monitorIdsOf(components);
  const names = useMonitorNames(ids);
  const [find, setFind] = useState("");
  const isLong = ids.length > FEW;
  const error = errorOf(errors, "components");
  return (
    <>
      {isLong && (
        <Input
          type="search"
          aria-label="Find a component"
          placeholder={`Find one of ${ids.length} components`}
          value={find}
          onChange={({ target }) => setFind(target.value.trimStart())}
        />
      )}
      <ComponentLevel
        find={find}
        areGroupsOpen={!isLong}
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
