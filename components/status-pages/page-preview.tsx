"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Options, Segmented, Select } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import { PREVIEW_STATES, type PreviewState } from "@/lib/contract/status-pages/preview-states";
import { STATE_LOOKS } from "@/lib/presenters/core/states";
import { type PageDraft, previewBody } from "@/lib/presenters/status-pages/draft";

/** Typing pauses this long before the page is drawn again. */
const SETTLE_MS = 500;
const DEVICES = [
  { value: "phone", label: "Phone" },
  { value: "desktop", label: "Desktop" },
] as const;
/** Empty shows the page's current state. */
const STATES = [
  ["", "Current state"],
  ...PREVIEW_STATES.map((state) => [state, STATE_LOOKS[state].word]),
] as const;
const WIDE = "(width >= 64rem)";
/** A small laptop, so that a page beside the form is shown at three quarters of its size. */
const WIDTHS = { phone: 390, desktop: 960 };
const SCHEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

/** Returns whether the preview is shown beside the form, where a desktop's page is readable. */
function useWide(): boolean {
  return useSyncExternalStore(
    watchWidth,
    () => matchMedia(WIDE).matches,
    () => true,
  );
}

function watchWidth(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Shows the real page with the changes that aren't saved yet, as a picture that scrolls. */
export function PagePreview({
  pageId,
  address,
  draft,
}: {
  pageId: number | null;
  /** Shown as a browser would. */
  address: string;
  draft: PageDraft;
}) {
  const [chosenDevice, setDevice] = useState<keyof typeof WIDTHS | null>(null);
  const isWide = useWide();
  const device = chosenDevice ?? (isWide ? "desktop" : "phone");
  const [chosen, setScheme] = useState<"light" | "dark">("light");
  const scheme = draft.color_scheme === "all" ? chosen : draft.color_scheme;
  const [state, setState] = useState<PreviewState | "">("");
  const body = {
    ...previewBody(useSettled(draft)),
    color_scheme: scheme,
    ...(state && { preview_state: state }),
  };
  const { data, error } = useQuery({
    queryKey: [routes.previewStatusPage.id, pageId, body],
    queryFn: ({ signal }) =>
      pageId === null
        ? request(routes.previewNewStatusPage, { body }, signal)
        : request(routes.previewStatusPage, { params: { statusPageId: pageId }, body }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <section className="rounded-xl border border-line bg-sunken">
      <div className="flex min-h-12 flex-wrap items-center gap-2 rounded-t-xl border-b border-line bg-surface px-4 py-2">
        <h2 className="mr-auto font-semibold max-lg:sr-only">Preview</h2>
        <Select
          aria-label="State in the preview"
          className="w-40"
          value={state}
          onChange={({ target }) => setState(target.value as PreviewState | "")}
        >
          <Options of={STATES} option={([value, word]) => [value, word]} />
        </Select>
        {draft.color_scheme === "all" && (
          <Segmented
            name="preview-scheme"
            label="Preview in"
            value={chosen}
            options={SCHEMES}
            onChange={setScheme}
          />
        )}
        <Segmented name="device" label="Device" value={device} options={DEVICES} onChange={setDevice} />
      </div>
      <div className="p-3 lg:p-4">
        <div
          className="mx-auto overflow-hidden rounded-lg border border-line bg-surface shadow-(--shadow)"
          style={{ maxWidth: device === "phone" ? WIDTHS.phone : undefined }}
        >
          <p className="truncate border-b border-line bg-raised px-4 py-1.5 text-center text-[12px] text-muted">
            {error ? "Outdated until the invalid field is fixed." : address}
          </p>
          <section
            aria-label="Preview of the page"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls
            tabIndex={0}
            className="overflow-y-auto lg:h-[calc(100dvh-11.5rem)]"
          >
            {data ? <Frame html={data.html} width={WIDTHS[device]} /> : <Skeleton lines={8} />}
          </section>
        </div>
      </div>
    </section>
  );
}

/**
 * Draws a document at a given width, scaled to the space there is. It runs no scripts and can't be entered. CSS alone knows the scale,
 * so that the server's HTML has it, too.
 */
function Frame({ html, width }: { html: string; width: number }) {
  const [height, setHeight] = useState(640);
  const frame = useRef<HTMLIFrameElement>(null);
  const measure = () =>
    setHeight((known) => frame.current?.contentDocument?.documentElement.scrollHeight || known);
  // What the server's HTML contained has loaded by now.
  useEffect(measure, []);
  const scale = `min(1, tan(atan2(100cqw, ${width}px)))`;
  return (
    <div className="@container">
      <div className="overflow-hidden" style={{ height: `calc(${height}px * ${scale})` }}>
        <iframe
          key={width}
          ref={frame}
          title="Preview"
          inert
          sandbox="allow-same-origin"
          srcDoc={html}
          onLoad={measure}
          className="origin-top-left border-0"
          style={{ width: `max(${width}px, 100cqw)`, height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}
