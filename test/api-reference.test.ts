import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withAPIReference } from '../docs/.vitepress/api-reference.ts';
import { anchorOf } from '../docs/.vitepress/links.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('each heading of the API reference has its own anchor', () => {
  const headings = withAPIReference(ROOT, '').matchAll(/^##+ (.*?)(?: \{#(.+)\})?$/gm);
  const anchors = Array.from(headings, ([, text = '', anchor]) => anchor ?? anchorOf(text));
  expect(anchors.length).toBeGreaterThan(100);
  expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
});
