import { expect, test } from 'vitest';
import { placeStatusBoundaries } from './status-boundaries.ts';

test('visible lengths are drawn to scale', () =>
  expect(placeStatusBoundaries(1800, 3600)).toEqual({
    expected: 22,
    deadline: 49,
    limit: 76,
    isToScale: true,
  }));

test('a short grace period beside a long run is drawn longer than its share', () =>
  expect(placeStatusBoundaries(10, 86_400)).toEqual({
    expected: 22,
    deadline: 40,
    limit: 76,
    isToScale: false,
  }));

test('a limit close to the grace period is drawn apart from it', () =>
  expect(placeStatusBoundaries(3600, 3500)).toEqual({
    expected: 22,
    deadline: 76,
    limit: 58,
    isToScale: false,
  }));

test('equal lengths have the same position', () =>
  expect(placeStatusBoundaries(3600, 3600)).toEqual({
    expected: 22,
    deadline: 76,
    limit: 76,
    isToScale: true,
  }));

test('the late zone is missing without a grace period', () =>
  expect(placeStatusBoundaries(0, 3600)).toEqual({ expected: 22, deadline: 22, limit: 76, isToScale: true }));
