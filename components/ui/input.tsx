import { ChevronDown, Search } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names";
import { useEarlyEntry } from "./use-early-entry";

const BOX =
  "w-full rounded-lg border border-control bg-surface px-3 text-ink placeholder:text-muted/80 disabled:opacity-60 " +
  "aria-invalid:border-down focus-visible:outline-offset-0 touch:text-base";

/** The unstyled input that every other input builds on. */
export function PlainInput(props: Omit<ComponentProps<"input">, "ref">) {
  return <input {...props} ref={useEarlyEntry()} />;
}

export function Input({ className, ...rest }: ComponentProps<typeof PlainInput>) {
  return <PlainInput {...rest} className={cn(BOX, "h-9 touch:h-10", className)} />;
}

/** Renders the search field of a list. Its placeholder is its label. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
}) {
  return (
    <span className="relative min-w-48 flex-1">
      <Search
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
        aria-hidden="true"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="pl-9"
      />
    </span>
  );
}

export function Textarea({ className, ...rest }: Omit<ComponentProps<"textarea">, "ref">) {
  return (
    <textarea
      {...rest}
      ref={useEarlyEntry()}
      className={cn(BOX, "min-h-24 py-2 leading-relaxed", className)}
    />
  );
}

export function Select({ className, children, ...rest }: Omit<ComponentProps<"select">, "ref">) {
  return (
    <span className={cn("relative block", className)}>
      <select
        {...rest}
        ref={useEarlyEntry()}
        className={cn(BOX, "h-9 appearance-none truncate pr-8 touch:h-10")}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-muted"
      />
    </span>
  );
}

/** Renders the options of a select. `option` returns an item's value and label. */
export function Options<Item>({
  of,
  option,
}: {
  of: readonly Item[];
  option: (item: Item) => readonly [value: string | number, label: ReactNode];
}) {
  return of.map((item) => {
    const [value, label] = option(item);
    return (
      <option key={value} value={value}>
        {label}
      </option>
    );
  });
}

/** Renders a checkbox with a label and optional help. */
export function Check({
  label,
  help,
  ...rest
}: ComponentProps<typeof PlainInput> & { label: string; help?: string }) {
  return (
    <label className="flex items-start gap-2.5 touch:py-2.5">
      <PlainInput {...rest} type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span className="min-w-0 break-words">
        {label}
        {help && <span className="block text-[13px] text-muted">{help}</span>}
      </span>
    </label>
  );
}

/** Renders radio buttons as a segmented control. */
export function Segmented<Value extends string>({
  name,
  label,
  value,
  options,
  onChange,
  disabled,
}: {
  name: string;
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  disabled?: boolean;
}) {
  return (
    <fieldset
      disabled={disabled}
      // Long labels don't fit into one row of a phone.
      data-many={options.map((option) => option.label).join("").length > 30 || undefined}
      className="flex w-fit max-w-full flex-wrap rounded-lg border border-line bg-sunken p-0.5"
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex grow items-center justify-center rounded-md px-3 py-1 text-[13px] max-sm:in-data-many:basis-2/5 font-medium text-muted has-checked:bg-raised has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-accent touch:min-h-9"
        >
          <PlainInput
            type="radio"
            className="sr-only"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
