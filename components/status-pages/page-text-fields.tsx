import { TagsField } from "@/components/forms/tags-field";
import { Field } from "@/components/ui/field";
import { Check, Input, Select } from "@/components/ui/input";
import { LANGUAGES, PAGE_LANGUAGES, pageLanguage } from "@/lib/contract/status-pages/languages";

import { errorOf } from "@/lib/presenters/core/field-error";
import type { PageFormPart } from "./page-form-part";

type TextField = "name" | "subdomain" | "title" | "description" | "website_url";
const WIDE: readonly TextField[] = ["title", "description", "website_url"];
const ORDER: readonly TextField[] = ["name", "subdomain", "title", "description", "website_url"];

export function PageTextFields({ draft, change, errors, info }: PageFormPart) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {ORDER.map((name) => (
        <Field
          key={name}
          label={info[name]?.label ?? name}
          help={info[name]?.help}
          error={errors[name]}
          className={WIDE.includes(name) ? "sm:col-span-2" : ""}
        >
          {(control) => (
            <Input
              {...control}
              value={draft[name]}
              placeholder={name === "website_url" ? "https://example.com" : undefined}
              autoCapitalize={name === "subdomain" ? "none" : undefined}
              onChange={(event) => change({ [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Field
        label="Language"
        help="The language of the page, its emails, and its feeds. Visitors can read the page in any other. What you write isn't translated."
        error={errors.language}
        className="sm:col-span-2"
      >
        {(control) => (
          <Select
            {...control}
            value={draft.language}
            onChange={(event) => change({ language: pageLanguage(event.target.value) })}
          >
            {PAGE_LANGUAGES.map((language) => (
              <option key={language} value={language}>
                {LANGUAGES[language].name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TagsField
        value={draft.tags}
        error={errorOf(errors, "tags")}
        className="sm:col-span-2"
        onChange={(tags) => change({ tags })}
      />
      <div className="sm:col-span-2">
        <Check
          label="Allow search engines to index this page"
          checked={draft.search_engine_indexed}
          onChange={(event) => change({ search_engine_indexed: event.target.checked })}
        />
      </div>
    </div>
  );
}
