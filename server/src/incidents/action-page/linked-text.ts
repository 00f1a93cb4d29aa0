import { parseWebAddress } from '@overdue/domain/web-address.ts';
import { html, type Markup } from '../../platform/http/markup.ts';

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`…]+/gi;

/** Writes a text with its URLs as links, except for URLs that are cut off with an ellipsis. */
export function linkedMarkup(text: string): readonly Markup[] {
  const parts: Markup[] = [];
  let at = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(/(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/, '');
    const isCut = text[match.index + match[0].length] === '…';
    const url = isCut ? null : parseWebAddress(address);
    if (url === null) continue;
    parts.push(html`${text.slice(at, match.index)}<a href="${url.href}" rel="noreferrer">${address}</a>`);
    at = match.index + address.length;
  }
  return [...parts, html`${text.slice(at)}`];
}
