import { expect, test } from 'vitest';
import { linkedMarkup } from './linked-text.ts';

const write = (text: string) => linkedMarkup(text).join('');
const link = (url: string) => `<a href="${url}" rel="noreferrer">${url}</a>`;

test.each([
  ['see https://ci.example.com/7, then retry', `see ${link('https://ci.example.com/7')}, then retry`],
  ['(https://a.example/x) <b>', `(${link('https://a.example/x')}) &lt;b&gt;`],
  [
    'https://a.example/x https://b.example/y.',
    `${link('https://a.example/x')} ${link('https://b.example/y')}.`,
  ],
  ['javascript:alert(1) ftp://a.example', 'javascript:alert(1) ftp://a.example'],
  ['https://user:pass@a.example/', 'https://user:pass@a.example/'],
  ['GET https://a.example/very/lo…', 'GET https://a.example/very/lo…'],
  ['https://', 'https://'],
])('the line %o has links at its web addresses', (text, markup) => {
  expect(write(text)).toBe(markup);
});
