import type { PageState } from "@/lib/domain/status-pages/page-state";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import type { PageSettings } from "./model";
import { pageStyle, type StylePart } from "./style";

const MAX_STYLES = 300;

/** Returns a document's style, which is the same until someone changes the page's settings or another state occurs. */
export function keptStyle(settings: PageSettings, part: StylePart, states: readonly PageState[]): string {
  const styles = once("page styles", () => new Recent<string>(MAX_STYLES));
  const key = JSON.stringify([settings, part, states]);
  const style = styles.get(key) ?? pageStyle(settings, part, states);
  styles.set(key, style);
  return style;
}
