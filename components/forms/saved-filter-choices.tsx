"use client";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { TextField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { Button } from "@/components/ui/button";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { FilteredList } from "@/lib/contract/accounts/saved-filters";
import { useSave } from "./use-save";

const ALL = { query: { per_page: 100 } };

/** Lists the saved filters of a list, and saves the current one under a name. */
export function SavedFilterChoices({
  list,
  current,
  onApply,
}: {
  list: FilteredList;
  /** The query of the list's current URL; empty while nothing is filtered. */
  current: string;
  onApply: (query: string) => void;
}) {
  return (
    <>
      <Choices list={list} onApply={onApply} />
      {current === "" ? (
        <p className="mt-4 text-[13px] text-muted">Filter the list to save its filters.</p>
      ) : (
        <SaveForm list={list} current={current} />
      )}
    </>
  );
}

function Choices({ list, onApply }: { list: FilteredList; onApply: (query: string) => void }) {
  const { data } = useQuery(query(routes.listSavedFilters, ALL));
  const remove = useSave(routes.deleteSavedFilter, { done: "Filter deleted" });
  const own = (data?.data ?? []).filter((filter) => filter.list === list);
  if (data && own.length === 0) return <p className="text-muted">No saved filters yet</p>;
  return (
    <ul>
      {own.map(({ id, name, query: filter }) => (
        <li key={id} className="flex items-center gap-2">
          <Button variant="quiet" className="flex-1 justify-start text-ink" onClick={() => onApply(filter)}>
            {name}
          </Button>
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Delete ${name}`}
            onClick={() => remove.mutate({ params: { savedFilterId: id } })}
          >
            <X />
          </Button>
        </li>
      ))}
    </ul>
  );
}

function SaveForm({ list, current }: { list: FilteredList; current: string }) {
  const [name, setName] = useState("");
  const save = useSave(routes.saveFilter, { fields: true, done: "Filter saved", onDone: () => setName("") });
  const submit = () => {
    save.mutate({ body: { list, name, query: current } });
  };
  return (
    <Form onSubmit={submit} className="mt-4 flex items-end gap-2 border-t border-line pt-4">
      <TextField
        label="Save the current filters as"
        className="flex-1"
        error={save.errors.name ?? save.errors.query}
        value={name}
        onChange={setName}
      />
      <Button type="submit" busy={save.isPending}>
        Save
      </Button>
    </Form>
  );
}
