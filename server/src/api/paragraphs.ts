import { html, type Markup } from '../platform/http/markup.ts';

/** Formats one line with `code` in backticks. */
export function inline(text: string): Markup {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}

/** Formats paragraphs separated by blank lines, and lists of lines that start with a dash. */
export function paragraphs(text: string): Markup {
  return html`${text.split(/\n\s*\n/).map((paragraph) => {
    if (!paragraph.startsWith('- ')) return html`<p>${inline(paragraph)}</p>`;
    const items = paragraph
      .slice(2)
      .split(/\n- /)
      .map((item) => html`<li>${inline(item)}</li>`);
    return html`<ul>${items}</ul>`;
  })}`;
}
