import { parseWebAddress } from '../../domain/web-address.ts';
import { html, type Markup } from '../response/markup.ts';

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`…]+/gi;

/** Writes a text with links at its web addresses. An address that the text cuts off with an ellipsis is no link. */
export function linkedMarkup(text: string): readonly Markup[] {
  const parts: Markup[] = [];
  let at = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(/[.,;:!?)\]}]+$/, '');
    const isCut = text[match.index + match[0].length] === '…';
    const url = isCut ? null : parseWebAddress(address);
    if (url === null) continue;
    parts.push(html`${text.slice(at, match.index)}<a href="${url.href}" rel="noreferrer">${address}</a>`);
    at = match.index + address.length;
  }
  return [...parts, html`${text.slice(at)}`];
}
