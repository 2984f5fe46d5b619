"use client";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Tags } from "lucide-react";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { TextField } from "@/components/forms/fields";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Empty } from "@/components/ui/empty";
import { Dialog } from "@/components/ui/overlays/dialog";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { TagInUse } from "@/lib/contract/monitors/tags";
import { tagUses } from "@/lib/presenters/monitors/tag-uses";

/** Lists the project's tags with what has them, to rename or merge them. */
export function TagsCard() {
  const { data } = useQuery(queryAll(routes.listTags));
  const [renamed, setRenamed] = useState<TagInUse | null>(null);
  const tags = data?.data ?? [];
  return (
    <Card flush>
      {tags.length === 0 && (
        <Empty icon={<Tags />} title="No tags yet">
          Add tags to monitors to filter them, and to choose which of them an alert rule covers.
        </Empty>
      )}
      <ul>
        {tags.map((each) => (
          <li key={each.tag} className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-0">
            <Link
              href={`/monitors?tag=${encodeURIComponent(each.tag)}`}
              className="font-medium hover:underline"
            >
              {each.tag}
            </Link>
            <span className="min-w-0 flex-1 truncate text-right text-[13px] text-muted">{tagUses(each)}</span>
            <Button
              size="icon"
              variant="quiet"
              aria-label={`Rename ${each.tag}`}
              onClick={() => setRenamed(each)}
            >
              <Pencil />
            </Button>
          </li>
        ))}
      </ul>
      {renamed && <RenameTag tag={renamed} others={tags} onClose={() => setRenamed(null)} />}
    </Card>
  );
}

/** Renames a tag, or merges it with one that has the new name. */
export function RenameTag({
  tag,
  others,
  onClose,
}: {
  tag: TagInUse;
  others: readonly TagInUse[];
  onClose: () => void;
}) {
  const [name, setName] = useState(tag.tag);
  const merged = name !== tag.tag && others.find((other) => other.tag === name);
  const rename = useSave(routes.renameTag, {
    fields: true,
    done: merged ? "Tags merged" : "Tag renamed",
    onDone: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ params: { tag: tag.tag }, body: { tag: name.trim() } });
  };
  return (
    <Dialog open onClose={onClose} title={`Rename ${tag.tag}`}>
      <form onSubmit={submit} className="space-y-4" noValidate>
        <TextField
          label="New name"
          value={name}
          error={rename.errors.tag}
          help="Also changes alert rules, templates, and saved filters that use the tag."
          onChange={setName}
        />
        {merged && (
          <p className="text-[13px] text-muted">
            {merged.tag} already exists. Merging the tags can't be undone.
          </p>
        )}
        <Button type="submit" variant="primary" busy={rename.isPending} disabled={name.trim() === tag.tag}>
          {merged ? "Merge tags" : "Rename tag"}
        </Button>
      </form>
    </Dialog>
  );
}
