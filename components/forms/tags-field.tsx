import { useQuery } from "@tanstack/react-query";
import { TextField } from "@/components/forms/fields";
import { PlainButton } from "@/components/ui/button";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";

const MOST_OFFERED = 8;

/** Edits tags as text, and offers those in use that match the one being typed. */
export function TagsField({
  label = "Tags",
  help = "Separate tags with commas, for example: production, team:web",
  value,
  error,
  className,
  onChange,
}: {
  label?: string;
  help?: string | undefined;
  value: string;
  error?: string | undefined;
  className?: string;
  onChange: (value: string) => void;
}) {
  const known = useQuery(queryAll(routes.listTags)).data?.data ?? [];
  const typed = value.split(/[,\s]/).at(-1) ?? "";
  const before = value.slice(0, value.length - typed.length);
  const used = new Set(before.toLowerCase().split(/[\s,]+/));
  const offered = typed
    ? known.filter(({ tag }) => tag.includes(typed.toLowerCase()) && tag !== typed && !used.has(tag))
    : [];
  return (
    <div className={className}>
      <TextField
        label={label}
        optional
        help={help}
        error={error}
        value={value}
        autoCapitalize="none"
        onChange={onChange}
      />
      {offered.length > 0 && (
        <ul className="mt-1.5 flex flex-wrap gap-1.5" aria-label={`Suggestions: ${label}`}>
          {offered.slice(0, MOST_OFFERED).map(({ tag }) => (
            <li key={tag}>
              <PlainButton
                className="rounded-full bg-sunken px-2.5 py-0.5 text-[13px] hover:bg-hover touch:py-2"
                onClick={() => onChange(`${before}${tag}, `)}
              >
                {tag}
              </PlainButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
