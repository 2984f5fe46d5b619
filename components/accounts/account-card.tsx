"use client";
import { useQuery } from "@tanstack/react-query";
import { TextField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { ROLE_WORDS } from "@/lib/presenters/accounts/roles";

/** Edits the user's name and phone number, and shows the email address they sign in with. */
export function AccountCard() {
  const { data: account } = useQuery(query(routes.getAccount));
  const save = useSave(routes.updateAccount, { fields: true, done: "Account saved" });
  if (!account) return null;
  const submit = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const phone = String(data.get("phone")).replace(/[\s()-]/g, "");
    save.mutate({ body: { name: String(data.get("name")), phone: phone || null } });
  };
  return (
    <Card title={account.email} aside={<span className="text-muted">{ROLE_WORDS[account.role].title}</span>}>
      <Form onSubmit={submit} className="max-w-md space-y-4">
        <TextField
          label="Name"
          error={save.errors.name}
          name="name"
          autoComplete="name"
          defaultValue={account.name}
        />
        <TextField
          label="Phone"
          optional
          help="For SMS alerts. Include the country code, for example: +49 151 12345678"
          error={save.errors.phone}
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={account.phone ?? ""}
        />
        <Button type="submit" busy={save.isPending}>
          Save
        </Button>
      </Form>
    </Card>
  );
}
