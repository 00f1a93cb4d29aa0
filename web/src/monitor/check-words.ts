import type { MonitorKind } from '@overdue/domain/checks/check-result.ts';

export const KIND_NAMES: Readonly<Record<MonitorKind, string>> = {
  cron: 'Job',
  http: 'Website (HTTP)',
  tcp: 'Port (TCP)',
  tls: 'Certificate (TLS)',
  dns: 'DNS record',
  domain: 'Domain',
};

/** Names of the settings of checks. */
export const CHECK_NAMES = {
  timeout: 'Time-out',
  confirm: 'Confirmation attempts',
  'confirm.attempts': 'Confirmation attempts',
  'confirm.delay': 'Delay between attempts',
  regions: 'Regions',
  family: 'Addresses',
  slowAfter: 'Slow after',
  slowIs: 'A slow success',
  method: 'Method',
  headers: 'Headers',
  auth: 'Credentials',
  body: 'Body',
  redirects: 'Redirects',
  status: 'Expected status',
  contains: 'Must contain',
  notContains: 'Must not contain',
  json: 'JSON conditions',
  tls: 'TLS',
  'tls.verify': 'Verification',
  'tls.servername': 'Server name',
  'tls.ca': 'Trusted authorities',
  'tls.cert': 'Client certificate',
  'tls.key': 'Private key',
  certificateWarnDays: 'Days of warning about the certificate',
  send: 'Text to send',
  expect: 'Expected text',
  encryption: 'Encryption',
  warnDays: 'Days of warning',
  failDays: 'Days of failure',
  type: 'Record type',
  resolver: 'Resolver',
  values: 'Expected values',
  match: 'Match',
  rcode: 'Response code',
  transport: 'Transport',
} as const;

export const words = {
  none: 'none',
} as const;
