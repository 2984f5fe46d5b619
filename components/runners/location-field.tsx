"use client";
import { useRouter } from "next/navigation";
import { useSave } from "@/components/forms/use-save";
import { Field } from "@/components/ui/field";
import { Options, Select } from "@/components/ui/input";
import { routes } from "@/lib/client/routes";
import type { Runner } from "@/lib/contract/runners/runners";
import { REGION_LIST } from "@/lib/presenters/core/region-names";
import { locationHelp } from "@/lib/presenters/runners/words";

/** Selects where the server of a built-in runner is located. RUNNER_REGION takes precedence. */
export function LocationField({ runner, isAdmin }: { runner: Runner; isAdmin: boolean }) {
  const router = useRouter();
  // The session names the regions that every page may show.
  const save = useSave(routes.updateRunner, { done: "Location saved", onDone: () => router.refresh() });
  const setLocation = (code: string) => {
    const location = REGION_LIST.find(([region]) => region === code)?.[0] ?? null;
    save.mutate({ params: { runnerId: runner.id }, body: { location } });
  };
  return (
    <Field label="Location" help={locationHelp(runner)} className="mt-3 max-w-xl">
      {(control) => (
        <Select
          {...control}
          className="max-w-64"
          disabled={!isAdmin || save.isPending || runner.location_source === "variable"}
          value={runner.location ?? ""}
          onChange={(event) => setLocation(event.target.value)}
        >
          <option value="">Not set</option>
          <Options of={REGION_LIST} option={([code, city]) => [code, `${city} (${code})`]} />
        </Select>
      )}
    </Field>
  );
}
