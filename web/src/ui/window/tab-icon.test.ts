import { expect, test } from 'vitest';
import favicon from '../../../public/favicon.svg?raw';
import { markWithCount } from './tab-icon.ts';

const rectangles = (svg: string) => svg.match(/<rect [^>]*>/g);

test('the icon with a number has the same mark as the plain icon', () => {
  expect(rectangles(markWithCount(3))).toEqual(rectangles(favicon));
});

test.each([
  [1, '1'],
  [42, '42'],
  [100, '99'],
])('%d open incidents show %s', (count, text) => {
  expect(markWithCount(count)).toContain(`>${text}</text>`);
});
