import { SelectField, TextField } from "@/components/forms/fields";
import { TagsField } from "@/components/forms/tags-field";
import { Check, Options } from "@/components/ui/input";
import { LANGUAGES, PAGE_LANGUAGES } from "@/lib/contract/status-pages/languages";
import { errorOf } from "@/lib/presenters/core/field-error";
import type { PageFormPart } from "./page-form-part";

type TextName = "name" | "subdomain" | "title" | "description" | "website_url";
const WIDE: readonly TextName[] = ["title", "description", "website_url"];
const ORDER: readonly TextName[] = ["name", "subdomain", "title", "description", "website_url"];

export function PageTextFields({ draft, change, errors, info }: PageFormPart) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {ORDER.map((name) => (
        <TextField
          key={name}
          label={info[name]?.label ?? name}
          help={info[name]?.help}
          error={errors[name]}
          className={WIDE.includes(name) ? "sm:col-span-2" : ""}
          value={draft[name]}
          placeholder={name === "website_url" ? "https://example.com" : undefined}
          autoCapitalize={name === "subdomain" ? "none" : undefined}
          onChange={(text) => change({ [name]: text })}
        />
      ))}
      <SelectField
        label="Language"
        help="The language of the page, its emails, and its feeds. Visitors can read the page in any other. What you write isn't translated."
        error={errors.language}
        className="sm:col-span-2"
        value={draft.language}
        onChange={(language) => change({ language })}
      >
        <Options of={PAGE_LANGUAGES} option={(language) => [language, LANGUAGES[language].name]} />
      </SelectField>
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
