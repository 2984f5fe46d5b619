"use client";
import { useQuery } from "@tanstack/react-query";
import { Bookmark, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { FilteredList } from "@/lib/contract/accounts/saved-filters";
import { useSave } from "./use-save";

const ALL = { query: { per_page: 100 } };

interface Props {
  list: FilteredList;
  /** The query of the list's current URL; empty while nothing is filtered. */
  current: string;
  onApply: (query: URLSearchParams) => void;
}

/** Applies the person's saved filters to a list, and saves the current ones under a name. */
export function SavedFilters({ list, current, onApply }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Bookmark /> Saved filters
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Saved filters">
        <Choices
          list={list}
          onApply={(filter) => {
            setOpen(false);
            onApply(new URLSearchParams(filter));
          }}
        />
        {current === "" ? (
          <p className="mt-4 text-[13px] text-muted">Filter the list to save its filters.</p>
        ) : (
          <SaveForm list={list} current={current} />
        )}
      </Dialog>
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
          <Button look="quiet" className="flex-1 justify-start text-ink" onClick={() => onApply(filter)}>
            {name}
          </Button>
          <Button
            look="quiet"
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
  const save = useSave(routes.saveFilter, {
    fields: true,
    done: "Filter saved",
    onDone: () => setName(""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ body: { list, name, query: current } });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-4 flex items-end gap-2 border-t border-line pt-4">
      <Field
        label="Save the current filters as"
        className="flex-1"
        error={save.errors.name ?? save.errors.query}
      >
        {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <Button type="submit" busy={save.isPending}>
        Save
      </Button>
    </form>
  );
}
