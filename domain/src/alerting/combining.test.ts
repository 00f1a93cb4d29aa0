import { expect, test } from 'vitest';
import type { Alert, AlertItem } from './alert.ts';
import { combineAlerts } from './combining.ts';

function item(name: string, event: AlertItem['event'] = 'down'): AlertItem {
  return {
    event,
    monitor: {
      shortID: name,
      name,
      tags: [],
      project: 'Warehouse',
      severity: 'normal',
      url: `https://overdue.example.com/monitors/${name}`,
    },
    incident: null,
    explanation: `${name} failed.`,
  };
}

function combine(...items: readonly AlertItem[]): Alert {
  const alerts = items.map((item) => ({
    kind: 'down' as const,
    at: 1,
    team: 'Acme',
    severity: 'normal' as const,
    title: `${item.event} alert: ${item.monitor.name}`,
    text: [item.explanation, 'Runs on db-1.'],
    url: item.monitor.url,
    items: [item],
    unlistedCount: 0,
    log: null,
    includesLostAlarm: false,
  }));
  return combineAlerts(null, { alerts, key: 'k', baseURL: 'https://overdue.example.com' });
}

test('a combined message about one monitor reads like the latest message about it', () => {
  const combined = combine(item('dump'), item('dump', 'recovered'));
  expect(combined).toMatchObject({
    kind: 'combined',
    title: 'recovered alert: dump',
    text: ['dump failed.', 'Runs on db-1.'],
    url: 'https://overdue.example.com/monitors/dump',
  });
  expect(combineAlerts(combined, { alerts: [], key: 'k', baseURL: '' })).toMatchObject({
    title: 'recovered alert: dump',
    url: 'https://overdue.example.com/monitors/dump',
  });
});

test('a combined message names a few monitors in its text, and many only in its list', () => {
  expect(combine(item('dump'), item('sync'), item('prune', 'recovered'))).toMatchObject({
    title: '2 monitors down, 1 recovered in Acme',
    text: ['Down: dump, sync.', 'Recovered: prune.', '3 in Warehouse.'],
    url: 'https://overdue.example.com/',
  });
  const many = combine(...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => item(name)));
  expect(many).toMatchObject({ title: '6 monitors down in Acme', text: ['6 in Warehouse.'] });
});
