import { SelectField, TextField } from "@/components/forms/fields";
import { TagsField } from "@/components/forms/tags-field";
import { Check, Options } from "@/components/ui/input";
import { Fold } from "@/components/ui/overlays/fold";
import { LANGUAGES, PAGE_LANGUAGES } from "@/lib/contract/status-pages/languages";
import { errorOf } from "@/lib/presenters/core/field-error";
import { renamed } from "@/lib/presenters/status-pages/starter-page";
import type { PageFormPart } from "./page-form-part";

type TextName = "name" | "subdomain" | "title" | "description" | "website_url";
const HELP: Record<TextName, string> = {
  name: "",
  subdomain: "Part of the page's address.",
  title: "",
  description: "Shown by search engines and in feeds.",
  website_url: "Opened by the logo and the footer.",
};

/** Edits the page's names. A new page asks for what it needs, and the rest follows from its name. */
export function PageTextFields(part: PageFormPart & { isNew: boolean }) {
  const { draft, change, errors, isNew } = part;
  const field = (name: TextName, onChange = (text: string) => change({ [name]: text })) => (
    <TextInput key={name} {...part} name={name} onChange={onChange} />
  );
  const isMoreWrong = ["title", "description", "language", "tags"].some((name) => errorOf(errors, name));
  const more = (
    <div className="grid gap-4">
      {field("title")}
      {field("description")}
      <SelectField
        label="Language"
        help="Visitors can choose another. Your own texts aren't translated."
        error={errors.language}
        value={draft.language}
        onChange={(language) => change({ language })}
      >
        <Options of={PAGE_LANGUAGES} option={(language) => [language, LANGUAGES[language].name]} />
      </SelectField>
      <TagsField value={draft.tags} error={errorOf(errors, "tags")} onChange={(tags) => change({ tags })} />
      <Check
        label="Allow search engines to index this page"
        checked={draft.search_engine_indexed}
        onChange={(event) => change({ search_engine_indexed: event.target.checked })}
      />
    </div>
  );
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {field("name", (name) => change(isNew ? renamed(draft, name) : { name }))}
        {field("subdomain")}
      </div>
      {field("website_url")}
      {isNew ? (
        <Fold
          open={isMoreWrong}
          headClass="-mx-2 min-h-9 gap-1.5 rounded-lg px-2 text-[13px] text-muted"
          head="Title, description, language, and tags"
        >
          <div className="pt-3">{more}</div>
        </Fold>
      ) : (
        more
      )}
    </div>
  );
}

function TextInput({
  name,
  draft,
  errors,
  info,
  onChange,
}: PageFormPart & { name: TextName; onChange: (text: string) => void }) {
  return (
    <TextField
      label={info[name]?.label ?? name}
      help={HELP[name]}
      error={errors[name]}
      value={draft[name]}
      placeholder={name === "website_url" ? "https://example.com" : undefined}
      autoCapitalize={name === "subdomain" ? "none" : undefined}
      onChange={onChange}
    />
  );
}
