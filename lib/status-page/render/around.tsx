import { Fragment, type ReactNode } from "react";

/** Puts elements into text: each replaces its name in braces. */
export function around(text: string, elements: Readonly<Record<string, ReactNode>>): ReactNode {
  return text
    .split(/\{([a-z]+)\}/)
    .map((part, at) => <Fragment key={at}>{at % 2 === 0 ? part : elements[part]}</Fragment>);
}
