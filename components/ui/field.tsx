import { type ReactNode, useId } from "react";
import { fieldErrorWords } from "@/lib/presenters/core/field-error";

export interface FieldProps {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  /** Hides the label visually; screen readers still announce it. */
  hideLabel?: boolean;
  className?: string;
  children: (control: { id: string; "aria-describedby"?: string; "aria-invalid"?: true }) => ReactNode;
}

/** Lays out a label, a control, help, and an error. Screen readers announce the error. */
export function Field({ label, help, error, optional, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ");
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "mb-1.5 block text-[13px] font-medium"}>
        {label}
        {optional && <span className="ml-1.5 font-normal text-muted">optional</span>}
      </label>
      {children({
        id,
        ...(described && { "aria-describedby": described }),
        ...(error && { "aria-invalid": true }),
      })}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-[13px] text-down">
          {fieldErrorWords(label, error)}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="mt-1.5 text-[13px] text-muted">
          {help}
        </p>
      )}
    </div>
  );
}
