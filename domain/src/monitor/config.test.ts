import { describe, expect, test } from 'vitest';
import { isSameConfig, type MonitorConfig } from './config.ts';

const NIGHTLY: MonitorConfig = {
  schedule: { cron: '0 2 * * *', interval: undefined, timezone: 'Europe/Riga', graceDuration: 300 },
  rules: { maxRunMs: 1_800_000 },
};

describe('a configuration', () => {
  test('equals another one with the same settings', () => {
    expect(isSameConfig(NIGHTLY, structuredClone(NIGHTLY))).toBe(true);
  });

  test.each<[string, MonitorConfig]>([
    ['another schedule', { ...NIGHTLY, schedule: { ...NIGHTLY.schedule, cron: '0 3 * * *' } }],
    ['no grace', { ...NIGHTLY, schedule: { ...NIGHTLY.schedule, graceDuration: undefined } }],
    ['another rule', { ...NIGHTLY, rules: { maxRunMs: 60_000 } }],
    ['one more rule', { ...NIGHTLY, rules: { maxRunMs: 1_800_000, alertAfterFailures: 2 } }],
    ['one rule less', { ...NIGHTLY, rules: {} }],
  ])('differs by %s', (_, other) => {
    expect(isSameConfig(NIGHTLY, other)).toBe(false);
    expect(isSameConfig(other, NIGHTLY)).toBe(false);
  });
});
