import { TextField } from "@/components/forms/fields";
import { Check } from "@/components/ui/input";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import { errorOf } from "@/lib/presenters/core/field-error";
import type { PageFormPart } from "./page-form-part";

/** Edits who may see the page. */
export function AccessFields({
  draft,
  change,
  errors,
  info,
  page,
}: PageFormPart & { page: StatusPage | undefined }) {
  return (
    <>
      <TextField
        label={info.access_ips?.label ?? "Allowed addresses"}
        optional
        help="IP addresses and CIDR ranges, separated by commas. Visitors from these addresses need no password."
        error={errorOf(errors, "access_ips")}
        value={draft.access_ips}
        placeholder="192.0.2.0/24, 2001:db8::1"
        autoCapitalize="none"
        onChange={(access_ips) => change({ access_ips })}
      />
      <Secret
        name="access_password"
        label="Password"
        set={page?.access_password_enabled ?? false}
        {...{ draft, change, errors, info }}
        help="Visitors enter it once. 8 to 500 characters."
      />
      <Secret
        name="access_token"
        label="Access token"
        set={page?.access_token_enabled ?? false}
        {...{ draft, change, errors, info }}
        help="For links, feeds, and badges; append ?token=… to the URL. 8 to 500 characters."
      />
    </>
  );
}

function Secret({
  name,
  label,
  help,
  set,
  draft,
  change,
  errors,
}: PageFormPart & { name: "access_password" | "access_token"; label: string; help: string; set: boolean }) {
  const value = draft[name];
  return (
    <div>
      <TextField
        label={label}
        optional
        help={set ? "Already set. Enter a new value to replace it." : help}
        error={errors[name]}
        type="password"
        autoComplete="new-password"
        disabled={value === null}
        value={value ?? ""}
        onChange={(text) => change({ [name]: text })}
      />
      {set && (
        <div className="mt-2">
          <Check
            label={`Remove ${label.toLowerCase()}`}
            checked={value === null}
            onChange={(event) => change({ [name]: event.target.checked ? null : "" })}
          />
        </div>
      )}
    </div>
  );
}
