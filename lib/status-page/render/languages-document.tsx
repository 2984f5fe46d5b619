import { LANGUAGES, PAGE_LANGUAGES } from "@/lib/contract/status-pages/languages";
import { wordsOf } from "@/lib/status-page/languages/registry";
import { languagePrefix } from "@/lib/status-page/model/language-paths";
import type { PageSettings } from "@/lib/status-page/model/model";
import { pageHtml } from "./documents";

/** Renders the choice of a language. The language is part of the path, so links keep it and every page stays cacheable. */
export function languagesDocument(settings: PageSettings): string {
  const { root, title, description, ownLanguage } = settings;
  const { language } = wordsOf(settings).frame;
  return pageHtml(
    {
      settings: { ...settings, indexed: false },
      title: `${language} – ${title}`,
      path: "/languages",
      description,
      part: "plain",
    },
    <>
      <h1>{language}</h1>
      <ul>
        {PAGE_LANGUAGES.map((each) => (
          <li key={each}>
            <a
              className="brand"
              lang={each}
              hrefLang={each}
              href={`${root}${languagePrefix(each, ownLanguage)}/`}
            >
              {LANGUAGES[each].name}
            </a>
          </li>
        ))}
      </ul>
    </>,
  );
}
