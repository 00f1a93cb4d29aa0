import { expect, test } from 'vitest';
import { missingBaseURL } from './base-url.ts';

test.each([
  ['https://cron.example.com', 'https://cron.example.com', null],
  ['https://example.com/overdue', 'https://example.com', null],
  ['http://localhost:8080', 'http://localhost:8080', 'BASE_URL=https://overdue.example.com'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', 'BASE_URL=https://overdue.example.com'],
  ['http://localhost:8080', 'http://192.168.1.20:8080', 'BASE_URL=http://192.168.1.20:8080'],
  ['http://cron.example.com', 'https://cron.example.com', 'BASE_URL=https://cron.example.com'],
  ['https://cron.example.com', 'http://localhost:8080', 'BASE_URL=https://overdue.example.com'],
])('a service at %s that is open at %s needs %s', (baseURL, browser, line) =>
  expect(missingBaseURL(baseURL, browser)).toBe(line),
);
