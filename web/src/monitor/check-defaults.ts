import type { CheckKind } from '@overdue/domain/checks/check-result.ts';

const COMMON = {
  timeout: 10,
  confirm: { attempts: 2, delay: 3 },
  regions: [],
  family: 'auto',
  slowAfter: null,
  slowIs: 'note',
} as const;
const TLS = { verify: 'full', servername: null, ca: null, cert: null, key: null } as const;

/** Settings of a check that the service sets by default. */
export const CHECK_DEFAULTS: Readonly<Record<CheckKind, Readonly<Record<string, unknown>>>> = {
  http: {
    ...COMMON,
    method: 'GET',
    headers: {},
    auth: null,
    body: null,
    redirects: 5,
    status: ['200-299'],
    contains: [],
    notContains: [],
    json: [],
    tls: TLS,
    certificateWarnDays: 14,
  },
  tcp: { ...COMMON, send: null, expect: null, encryption: 'none', tls: TLS },
  tls: { ...COMMON, encryption: 'tls', warnDays: 21, failDays: 7, tls: TLS },
  dns: {
    ...COMMON,
    type: 'A',
    resolver: null,
    values: [],
    match: 'all',
    rcode: 'NOERROR',
    transport: 'udp',
  },
  domain: { ...COMMON, warnDays: 30, failDays: 7 },
};
