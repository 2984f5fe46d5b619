import type { ReactElement } from "react";
import { stateColors } from "@/lib/domain/status-pages/state-colors";
import { SHAPES } from "@/lib/presenters/status-pages/character";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { PageModel } from "@/lib/status-page/model/model";
import { bannerState, headline } from "./view/banner";

/** The characters in the font: Latin with its extensions and common punctuation. The renderer would fetch others from Google. */
const DRAWABLE = /^[ -~\u00a0-\u017f\u2013\u2014\u2018-\u201d\u2026]*$/;
const MAX_NAME_CHARS = 80;

/** Content of the image that social networks and chats show for a link to the page. */
export interface ShareImage {
  readonly name: string;
  readonly said: string;
  readonly host: string;
  readonly shape: string;
  readonly color: string;
  readonly background: string;
  readonly foreground: string;
}

/** Returns the content of a page's image. Texts that can't be drawn are replaced by the host and left out. */
export function shareImage(model: PageModel): ShareImage {
  const { name, url, theme, colorScheme } = model.settings;
  const palette = colorScheme === "dark" ? theme.dark : theme.light;
  const state = bannerState(model);
  const { host } = new URL(url);
  const said = [headline(model), wordsOf({ language: "en" }).states[state]].find(isDrawable) ?? "";
  return {
    name: isDrawable(name) ? name.slice(0, MAX_NAME_CHARS) : host,
    said,
    host,
    shape: SHAPES[state],
    color: stateColors(palette)[state],
    background: palette.background,
    foreground: palette.foreground,
  };
}

function isDrawable(text: string): boolean {
  return DRAWABLE.test(text);
}

/** Lays the image out, 1200 × 630. `logo` is a data URL. */
export function shareElement(image: ShareImage, logo: string | null): ReactElement {
  const { name, said, host, shape, color, background, foreground } = image;
  const fill = { display: "flex", flexDirection: "column", width: "100%", height: "100%" } as const;
  return (
    <div style={{ ...fill, background, color: foreground, borderLeft: `32px solid ${color}` }}>
      <div style={{ ...fill, padding: "72px 80px", justifyContent: "space-between" }}>
        {logo ? (
          <img
            src={logo}
            alt=""
            width={420}
            height={112}
            style={{ objectFit: "contain", objectPosition: "left" }}
          />
        ) : (
          <div style={{ fontSize: 56 }}>{name}</div>
        )}
        <div style={{ display: "flex", alignItems: "center" }}>
          <svg width={128} height={128} viewBox="0 0 24 24" aria-hidden="true">
            <path d={shape} fill={color} fillRule="evenodd" />
          </svg>
          <div
            style={{
              display: "flex",
              marginLeft: 40,
              fontSize: said.length > 26 ? 64 : 84,
              lineHeight: 1.15,
            }}
          >
            {said}
          </div>
        </div>
        <div style={{ fontSize: 36, opacity: 0.7 }}>{logo ? `${name} · ${host}` : host}</div>
      </div>
    </div>
  );
}
