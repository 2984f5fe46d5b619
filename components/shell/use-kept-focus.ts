"use client";
import { useEffect } from "react";

/**
 * Keeps the focus near where it was for people without a pointer: when the focused element disappears, is hidden, or is
 * disabled, what surrounded it takes the focus. Not the control beside it, because a second Enter would press that.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let path: readonly HTMLElement[] = [];
    const remember = ({ target }: FocusEvent) => {
      path = target instanceof HTMLElement ? around(target) : [];
    };
    // A click on nothing means that the person left the control.
    const forget = () => {
      path = [];
    };
    const keep = () => {
      const [last, ...rest] = path;
      const { activeElement, body } = document;
      if (!last || (activeElement !== body && activeElement !== last) || canHaveFocus(last)) return;
      focusArea(rest.find(canHaveFocus) ?? document.getElementById("main"));
    };
    // Later, because a dialog that closes gives back the focus itself.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(keep);
    });
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ["disabled", "open"],
    });
    document.addEventListener("focusin", remember);
    document.addEventListener("pointerdown", forget);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener("focusin", remember);
      document.removeEventListener("pointerdown", forget);
    };
  }, []);
}

function around(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element;
  return parentElement && element !== document.body ? [element, ...around(parentElement)] : [];
}

function canHaveFocus(element: HTMLElement): boolean {
  return element.isConnected && element.checkVisibility() && !element.matches(":disabled");
}

function focusArea(area: HTMLElement | null): void {
  if (area && !area.hasAttribute("tabindex")) {
    area.tabIndex = -1;
    area.addEventListener("blur", () => area.removeAttribute("tabindex"), { once: true });
  }
  area?.focus({ preventScroll: true });
}
