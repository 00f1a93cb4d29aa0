import { expect, test } from 'vitest';
import { placeZones } from './zones.ts';

test('lengths are drawn to scale where they can be seen', () =>
  expect(placeZones(1800, 3600)).toEqual({ expected: 22, deadline: 49, limit: 76, isToScale: true }));

test('a short grace beside a long run is drawn longer than it is', () =>
  expect(placeZones(10, 86_400)).toEqual({ expected: 22, deadline: 40, limit: 76, isToScale: false }));

test('a limit that is almost the grace stays apart from it', () =>
  expect(placeZones(3600, 3500)).toEqual({ expected: 22, deadline: 76, limit: 58, isToScale: false }));

test('the same length is the same place', () =>
  expect(placeZones(3600, 3600)).toEqual({ expected: 22, deadline: 76, limit: 76, isToScale: true }));

test('no grace leaves no room for being late', () =>
  expect(placeZones(0, 3600)).toEqual({ expected: 22, deadline: 22, limit: 76, isToScale: true }));
