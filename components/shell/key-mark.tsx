import { useKeyWords } from "@/components/page/actions";

/** Shows a shortcut. */
export function Keys({ keys }: { keys: string }) {
  return (
    <kbd className="rounded-md border border-line bg-sunken px-2 py-0.5 font-mono text-xs whitespace-nowrap">
      {useKeyWords(keys)}
    </kbd>
  );
}
