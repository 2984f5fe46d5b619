"use client";
import { useState } from "react";
import { TextField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { fieldErrors, useRejectedFocus } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { request } from "@/lib/client/request";
import { routes } from "@/lib/client/routes";
import type { Setup } from "@/lib/contract/accounts/accounts";
import { CodeField } from "./code-field";

const TEXTS: Record<Setup["purpose"], { title: string; note: string; button: string }> = {
  owner: {
    title: "Welcome to Vedette",
    note: "Create the owner account. This link works once.",
    button: "Create account",
  },
  invitation: { title: "Join", note: "Choose your name and password.", button: "Join" },
  password_reset: {
    title: "Choose a new password",
    note: "This ends your other sessions, revokes your user tokens, and turns off notifications in your browsers.",
    button: "Save and sign in",
  },
};

/** Creates the first owner's account, accepts an invitation, or resets a password. */
export function SetupForm({ token, setup }: { token: string; setup: Setup }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const errors = fieldErrors(error);
  useRejectedFocus(error);
  const texts = TEXTS[setup.purpose];
  const submit = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const text = (name: string) => (data.has(name) ? String(data.get(name)) : undefined);
    setBusy(true);
    setError(null);
    try {
      await request(routes.completeSetup, {
        params: { token },
        body: {
          name: text("name"),
          email: setup.purpose === "owner" ? text("email") : undefined,
          password: text("password") ?? "",
          organization_name: text("organization_name"),
          ...(text("code") && { code: text("code") }),
        },
      });
      // The link works once, so Back shouldn't return to it.
      location.replace("/");
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <>
      <PageHeader
        title={
          setup.purpose === "invitation" ? `${texts.title} ${setup.organization_name ?? ""}` : texts.title
        }
        note={texts.note}
      />
      <Form onSubmit={submit} method="post">
        {error instanceof Error && Object.keys(errors).length === 0 && (
          <Notice tone="down" alert>
            {error.message}
          </Notice>
        )}
        {setup.purpose === "owner" && (
          <Text
            name="organization_name"
            label="Organization"
            autoComplete="organization"
            error={errors.organization_name}
          />
        )}
        {setup.purpose !== "password_reset" && (
          <Text name="name" label="Your name" autoComplete="name" error={errors.name} />
        )}
        <Text
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email}
          {...(setup.email && { value: setup.email, readOnly: true })}
        />
        <Text
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          error={errors.password}
          help={errors.password ? undefined : "At least 12 characters. A passphrase works well."}
        />
        {setup.needs_code && (
          <CodeField
            error={errors.code}
            help="Enter the six-digit code from your authenticator app or a recovery code."
          />
        )}
        <Button type="submit" variant="primary" busy={busy} className="w-full">
          {texts.button}
        </Button>
      </Form>
    </>
  );
}

function Text({
  name,
  label,
  error,
  help,
  ...rest
}: {
  name: string;
  label: string;
  error: string | undefined;
  help?: string | undefined;
  type?: string;
  value?: string;
  readOnly?: boolean;
  autoComplete: string;
}) {
  return <TextField label={label} error={error} help={help} {...rest} name={name} />;
}
