/** HTML that may be put into a page as it is. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | string | number | readonly Markup[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes HTML; what is put in is escaped, unless it was made this way itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: strings.reduce((text, string, index) => text + write(parts[index - 1] ?? '') + string) };
}

export const NOTHING_TO_SHOW: Markup = { markup: '' };

function write(part: Part): string {
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A sentence in which `code` is marked by backticks. */
export function inline(text: string): Markup {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}

/** Paragraphs, parted by blank lines; one whose lines start with dashes is a list. */
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
