import { expect, it } from "vitest";
import { markdownToHtml } from "./markdown";

it("renders common Markdown", () => {
  const html = markdownToHtml("# Cause\nWe **rolled back**, see https://example.com/a\n\n- one");
  expect(html).toContain("<p><strong>Cause</strong></p>");
  expect(html).toContain("<strong>rolled back</strong>");
  expect(html).toContain('<a href="https://example.com/a" rel="nofollow noopener noreferrer ugc">');
  expect(html).toContain("<li>one</li>");
});

it("blocks markup, images, and unsafe links", () => {
  const attacks = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](data:text/html,<script>1</script>)",
    "[x](vbscript:x)",
    "[x](//evil.com)",
    "[x](https://user:pass@evil.com)",
    "![x](https://evil.com/pixel.png)",
    '[x](https://a.com "onmouseover=alert(1)")',
    "<https://a.com/<script>>",
  ];
  for (const attack of attacks) {
    const html = markdownToHtml(attack);
    expect(html).not.toMatch(/<(script|img|iframe)/i);
    expect(html).not.toMatch(/href="(?!https?:|mailto:)/);
    expect(html).not.toMatch(/<[^>]+\son\w+=/i);
    expect(html).not.toContain('user:pass@evil.com" rel');
  }
});
