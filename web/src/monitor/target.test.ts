import { expect, test } from 'vitest';
import { sampleMonitor } from '../data/monitors/sample-monitor.ts';
import { formatSubject, hostOf } from './target.ts';

test.each([
  ['https://example.com/health?full', 'example.com'],
  ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
  ['tcp://[2001:db8::1]:5432', '[2001:db8::1]:5432'],
  ['domain://example.com', 'example.com'],
])('the host of %s is %s', (url, host) => expect(hostOf(url)).toBe(host));

test('a job shows its schedule, and a checked monitor its host', () => {
  expect(formatSubject(sampleMonitor({}), 0)).toBe('Every hour');
  expect(formatSubject(sampleMonitor({ kind: 'dns', url: 'dns://example.com' }), 0)).toBe('example.com');
});
