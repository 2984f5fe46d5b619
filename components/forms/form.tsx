import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"form">, "onSubmit"> & { onSubmit: (form: HTMLFormElement) => void };

/** Renders a form that is sent without loading a page, and not while a date is incomplete. Its fields show the server's errors. */
export function Form({ onSubmit, className = "space-y-4", ...rest }: Props) {
  return (
    <form
      noValidate
      className={className}
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        if (!hasUnfinishedDate(event.currentTarget)) onSubmit(event.currentTarget);
      }}
    />
  );
}

/** Returns true and focuses the field if a date is missing or incomplete; browsers report an incomplete date as empty. */
function hasUnfinishedDate(form: HTMLFormElement): boolean {
  const dates = [...form.querySelectorAll<HTMLInputElement>("input[type=datetime-local]")];
  const half = dates.find(({ validity }) => !validity.valid);
  half?.focus();
  half?.reportValidity();
  return half !== undefined;
}
