import { Upload, X } from "lucide-react";
import { type ChangeEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { PlainInput } from "@/components/ui/input";
import { dataUrl } from "@/lib/client/data-url";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { fieldErrorWords } from "@/lib/presenters/core/field-error";
import { type ImageKind, imageProblem, previewOf } from "@/lib/presenters/status-pages/images";
import type { PageFormPart } from "./page-form-part";

const SLOTS: { kind: ImageKind; label: string; scheme: "light" | "dark"; isIcon: boolean }[] = [
  { kind: "logo_light", label: "Logo, light", scheme: "light", isIcon: false },
  { kind: "logo_dark", label: "Logo, dark", scheme: "dark", isIcon: false },
  { kind: "favicon_light", label: "Favicon, light", scheme: "light", isIcon: true },
  { kind: "favicon_dark", label: "Favicon, dark", scheme: "dark", isIcon: true },
];

/** Uploads and removes the logos and favicons, each shown on the background that it gets on the page. */
export function ImageFields({ page, ...part }: PageFormPart & { page: StatusPage | undefined }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {SLOTS.map((slot) => (
          <ImageField key={slot.kind} {...part} slot={slot} page={page} />
        ))}
      </div>
      <p className="text-[13px] text-muted">
        Logos: JPEG, PNG, or SVG, shown at up to 192 × 32 pixels. Upload at least twice that size, without
        empty edges. Favicons: PNG or SVG, square, at least 64 × 64 pixels. At most 1 MiB each. A single logo
        or favicon is used in both color schemes. Without a favicon, the browser tab shows the page's state.
      </p>
    </>
  );
}

interface ImageFieldProps extends PageFormPart {
  slot: (typeof SLOTS)[number];
  page: StatusPage | undefined;
}

function ImageField({ slot, page, draft, change, errors }: ImageFieldProps) {
  const { kind, label, isIcon } = slot;
  const [problem, setProblem] = useState<string | null>(null);
  const source = previewOf(kind, draft.images[kind], page);
  const error = problem ?? (errors[kind] ? fieldErrorWords(label, errors[kind]) : null);
  const put = (image: string | false) => change({ images: { ...draft.images, [kind]: image } });
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (!file) return;
    const found = imageProblem(kind, file);
    setProblem(found);
    if (!found) put(await dataUrl(file));
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[13px] font-medium">{label}</legend>
      <Preview key={source} source={source} label={label} slot={slot} draft={draft} />
      <div className="mt-2 flex gap-2">
        <label
          className={`${buttonClass({ size: "sm" })} has-focus-visible:outline-2 has-focus-visible:outline-accent`}
        >
          <Upload /> {source ? "Replace" : "Upload"}
          <PlainInput
            type="file"
            className="sr-only"
            accept={isIcon ? ".png,.svg" : ".jpg,.jpeg,.png,.svg"}
            aria-label={`${source ? "Replace" : "Upload"} ${label.toLowerCase()}`}
            onChange={(event) => void choose(event)}
          />
        </label>
        {source && (
          <Button
            size="sm"
            variant="quiet"
            onClick={() => put(false)}
            aria-label={`Remove ${label.toLowerCase()}`}
          >
            <X /> Remove
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-[13px] text-down">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Shows an image at the size and on the background that it gets on the page. */
function Preview(props: Pick<ImageFieldProps, "slot" | "draft"> & { source: string | null; label: string }) {
  const { source, label, slot, draft } = props;
  const [isHidden, setHidden] = useState(false);
  const { header, cover } = draft.theme;
  const palette = draft.theme[slot.scheme];
  const background = !slot.isIcon && header === "cover" ? cover[slot.scheme] : palette.background;
  return (
    <div
      className="flex h-16 items-center rounded-lg border border-line px-4"
      style={{ background, color: palette.foreground_muted }}
    >
      {source && !isHidden && (
        // biome-ignore lint/performance/noImgElement: an upload that isn't stored yet, or the page's own file
        <img
          src={source}
          alt={label}
          onError={() => setHidden(true)}
          className={slot.isIcon ? "size-8 object-contain" : "h-8 max-w-48 object-contain"}
        />
      )}
      {source && isHidden && <span className="text-[13px]">Uploaded. Open the page to see it.</span>}
    </div>
  );
}
