import { createPrivateKey, hash, X509Certificate } from 'node:crypto';
import type { CheckKind } from '@overdue/domain/checks/check-result.ts';
import { z } from 'zod';
import { createGenerationCache } from '../platform/runtime/generation-cache.ts';
import { parseJSONPath } from './json-path.ts';
import { RCODES } from './probes/dns-message.ts';
import { parseTarget } from './target.ts';

const TIMEOUT_SECONDS_MAX = 60;
const CONFIRM_ATTEMPTS_MAX = 5;
const CONFIRM_DELAY_SECONDS_MAX = 30;
const REGIONS_MAX = 10;
const HEADERS_MAX = 20;
/** Maximum length of all headers together. Leaves room for headers of Overdue's own. */
const HEADERS_LENGTH_MAX = 15_000;
const BODY_BYTES_MAX = 64_000;
const REDIRECTS_MAX = 10;
const STATUS_RANGES_MAX = 10;
const TEXTS_MAX = 10;
const TEXT_LENGTH_MAX = 1000;
const ASSERTIONS_MAX = 10;
const EXCHANGE_BYTES_MAX = 1000;
const PEM_LENGTH_MAX = 20_000;
/** The length of a private key, and the bits of a modulus of RSA, bound the time that a handshake takes. */
const KEY_LENGTH_MAX = 8000;
const RSA_BITS_MAX = 8192;
const AUTHORITIES_MAX = 10;
const DAYS_MAX = 365;
const VALUES_MAX = 20;
/** Maximum valid texts in PEM that are remembered. */
const VALID_TEXTS_MAX = 20_000;

/** Headers that users can't set, because the connection sets them. */
const RESERVED =
  /^(?:connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/i;

const common = {
  timeout: z.number().min(1).max(TIMEOUT_SECONDS_MAX).default(10).meta({
    description: 'Seconds that one attempt may take in all, with look-ups and redirects.',
    example: 10,
  }),
  confirm: z
    .strictObject({
      attempts: z.int().min(0).max(CONFIRM_ATTEMPTS_MAX).default(2).meta({
        description:
          'Further attempts after a failure of a monitor that was up. The first success ends them.',
        example: 2,
      }),
      delay: z
        .number()
        .min(0)
        .max(CONFIRM_DELAY_SECONDS_MAX)
        .default(3)
        .meta({ description: 'Seconds between two attempts.', example: 3 }),
    })
    .prefault({})
    .meta({ description: 'How a failure is confirmed before it counts.' }),
  regions: z
    .array(z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'Use lower-case letters, digits and hyphens.'))
    .max(REGIONS_MAX)
    .default([])
    .meta({ description: 'Regions that check the target. Empty: any node.', example: [] }),
  family: z.enum(['auto', 'ipv4', 'ipv6']).default('auto').meta({
    description: 'Addresses to connect to. `auto`: IPv6 and IPv4, one after the other.',
    example: 'auto',
  }),
  slowAfter: z.number().positive().max(TIMEOUT_SECONDS_MAX).nullable().default(null).meta({
    description: 'Seconds after which a success counts as slow; null for never.',
    example: 2.5,
  }),
  slowIs: z.enum(['note', 'failure']).default('note').meta({
    description: 'Whether a slow success is only noted or counts as a failure.',
    example: 'note',
  }),
};

const certificates = z
  .string()
  .max(PEM_LENGTH_MAX)
  .refine(
    isCertificates,
    'This must be one or more certificates in PEM, which begin with -----BEGIN CERTIFICATE-----.',
  );

const tls = z
  .strictObject({
    verify: z
      .enum(['full', 'ignoreIssuer', 'none'])
      .default('full')
      .meta({
        description:
          '`full`: the certificate must be valid for the name, and issued by a trusted authority. `ignoreIssuer`: any authority, also the ' +
          'certificate itself. `none`: accepts every certificate.',
        example: 'full',
      }),
    servername: z
      .string()
      .refine((name) => parseTarget('domain', `domain://${name}`).ok, 'This must be a host name.')
      .nullable()
      .default(null)
      .meta({
        description: 'Name to request, and to expect in the certificate. Null: the host of `url`.',
        example: 'example.com',
      }),
    ca: certificates.nullable().default(null).meta({
      description: 'Certificates of authorities in PEM that are trusted instead of the public ones.',
    }),
    cert: certificates.nullable().default(null).meta({
      description: 'Client certificate in PEM, with the certificates of its issuers.',
    }),
    key: z.string().max(KEY_LENGTH_MAX).nullable().default(null).meta({
      description:
        'Private key of `cert` in PEM, without a password: RSA of at most 8192 bits, or an elliptic curve.',
      secret: true,
    }),
  })
  .superRefine(({ cert, key }, context) => {
    if (cert === null && key === null) return;
    if (cert === null || key === null)
      context.addIssue({ code: 'custom', path: ['key'], message: 'Set `cert` and `key` together.' });
    else if (!isPair(cert, key))
      context.addIssue({
        code: 'custom',
        path: ['key'],
        message:
          'This must be the private key of `cert`, for RSA of at most 8192 bits or an elliptic curve, in PEM and without a password.',
      });
  })
  .prefault({})
  .meta({ id: 'CheckTLS', description: 'How the certificate is verified.' });

const days = z.int().min(0).max(DAYS_MAX);

const headers = z
  .record(
    z
      .string()
      .max(100)
      .regex(/^[!#$%&'*+.^_`|~\w-]+$/, 'This is not a valid header name.')
      .refine((name) => !RESERVED.test(name), 'Overdue sets this header itself.'),
    z
      .string()
      .max(4000)
      .regex(/^[\t\x20-\x7e]*$/, 'Use only ASCII characters on one line.'),
  )
  .refine((all) => Object.keys(all).length <= HEADERS_MAX, `At most ${HEADERS_MAX} headers.`)
  .refine(
    (all) => new Set(Object.keys(all).map((name) => name.toLowerCase())).size === Object.keys(all).length,
    'Set each header once.',
  )
  .refine(
    (all) => Object.entries(all).flat().join('').length <= HEADERS_LENGTH_MAX,
    `At most ${HEADERS_LENGTH_MAX} characters in all.`,
  );

const credential = z
  .string()
  .max(2000)
  .regex(/^\P{Cc}*$/u, 'This must not contain control characters.');

const auth = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('basic'),
      user: credential.refine((user) => !user.includes(':'), 'This must not contain a colon.'),
      password: credential.meta({ secret: true }),
    }),
    z.strictObject({
      type: z.literal('bearer'),
      token: z
        .string()
        .max(4000)
        .regex(/^[\x21-\x7e]+$/, 'Use only ASCII characters without spaces.')
        .meta({ secret: true }),
    }),
  ])
  .nullable()
  .default(null)
  .meta({
    description: 'Credentials, sent as the header `Authorization` to the origin of `url` alone.',
    example: { type: 'basic', user: 'overdue', password: 'XXXX' },
  });

const texts = z.array(z.string().min(1).max(TEXT_LENGTH_MAX)).max(TEXTS_MAX).default([]);

const assertion = z
  .strictObject({
    path: z
      .string()
      .max(200)
      .refine((path) => parseJSONPath(path) !== null, 'This must be a path such as data.items[0].state.')
      .meta({
        description: 'Names, separated by dots, and places in lists, from 0.',
        example: 'db.replicas[0].lag',
      }),
    op: z.enum(['==', '!=', '<', '>', 'exists']),
    value: z
      .union([z.string().max(TEXT_LENGTH_MAX), z.number(), z.boolean(), z.null()])
      .default(null)
      .meta({ description: 'Value to compare with. `exists` ignores it.', example: 30 }),
  })
  .refine(({ op, value }) => (op !== '<' && op !== '>') || typeof value === 'number', {
    message: 'This must be a number.',
    path: ['value'],
  });

const http = z
  .strictObject({
    ...common,
    method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).default('GET').meta({
      description: 'Method of the request.',
      example: 'GET',
    }),
    headers: headers.default({}).meta({
      description:
        'Headers of the request. Another origin gets only `Accept`, `Accept-Language` and `User-Agent`.',
      example: { Accept: 'application/json' },
      secret: true,
    }),
    auth,
    body: z
      .string()
      .refine((text) => Buffer.byteLength(text) <= BODY_BYTES_MAX, `At most ${BODY_BYTES_MAX / 1000} kB.`)
      .nullable()
      .default(null)
      .meta({ description: 'Body of the request.', example: '{"probe":true}', secret: true }),
    redirects: z.int().min(0).max(REDIRECTS_MAX).default(5).meta({
      description: 'Redirects to follow. 0: the redirect itself is the response.',
      example: 5,
    }),
    status: z
      .array(
        z
          .string()
          .refine(
            (range) => parseStatusRange(range) !== null,
            'This must be a status or a range, such as 200-299.',
          ),
      )
      .min(1)
      .max(STATUS_RANGES_MAX)
      .default(['200-299'])
      .meta({ description: 'Expected statuses and ranges of statuses.', example: ['200-299', '401'] }),
    contains: texts.meta({
      description: 'Texts that the body must contain. Case matters.',
      example: ['All systems operational'],
    }),
    notContains: texts.meta({
      description: 'Texts that the body must not contain. Case matters.',
      example: [],
    }),
    json: z
      .array(assertion)
      .max(ASSERTIONS_MAX)
      .default([])
      .meta({
        description: 'Conditions that the JSON of the body must meet.',
        example: [{ path: 'status', op: '==', value: 'ok' }],
      }),
    tls,
    certificateWarnDays: days.nullable().default(14).meta({
      description:
        'Days before the certificate expires from which on successes have a note, at most a third of its lifetime; null for never.',
      example: 14,
    }),
  })
  .superRefine(({ method, auth, headers, body, contains, notContains, json }, context) => {
    const names = Object.keys(headers).map((name) => name.toLowerCase());
    if (auth !== null && names.includes('authorization'))
      context.addIssue({
        code: 'custom',
        path: ['auth'],
        message: 'Set `auth` or the header Authorization, not both.',
      });
    if (body !== null && (method === 'GET' || method === 'HEAD'))
      context.addIssue({ code: 'custom', path: ['body'], message: `A ${method} has no body.` });
    if (method === 'HEAD' && contains.length + notContains.length + json.length > 0)
      context.addIssue({
        code: 'custom',
        path: ['method'],
        message: 'The response to HEAD has no body to check.',
      });
  });

const PROTOCOLS = ['smtp', 'imap', 'pop3', 'postgres'] as const;

const exchanged = z
  .string()
  .min(1)
  .refine((text) => Buffer.byteLength(text) <= EXCHANGE_BYTES_MAX, `At most ${EXCHANGE_BYTES_MAX} bytes.`)
  .nullable()
  .default(null);

const tcp = z.strictObject({
  ...common,
  send: exchanged.meta({ description: 'Text to send once connected.', example: 'PING\r\n', secret: true }),
  expect: exchanged.meta({
    description: 'Text that the first 4 kB of the response must contain.',
    example: '+PONG',
  }),
  encryption: z
    .enum(['none', 'tls', ...PROTOCOLS])
    .default('none')
    .meta({
      description: '`tls`: from the first byte on. Others: STARTTLS of the protocol.',
      example: 'none',
    }),
  tls,
});

const tlsCheck = z.strictObject({
  ...common,
  encryption: z
    .enum(['tls', ...PROTOCOLS])
    .default('tls')
    .meta({
      description: '`tls`: from the first byte on. Others: STARTTLS of the protocol.',
      example: 'tls',
    }),
  warnDays: days.default(21).meta({
    description:
      'Days before the certificate expires from which on successes have a note, at most a third of its lifetime.',
    example: 21,
  }),
  failDays: days.default(7).meta({
    description:
      'Days before the certificate expires from which on the check fails, at most a third of its lifetime.',
    example: 7,
  }),
  tls,
});

const dns = z.strictObject({
  ...common,
  type: z.enum(['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'PTR', 'SOA', 'SRV', 'TXT']).default('A').meta({
    description: 'Type of the records to ask for.',
    example: 'MX',
  }),
  resolver: z
    .string()
    .max(300)
    .refine((text) => parseTarget('tls', `tls://${text}`).ok, 'This must be a host, or a host and a port.')
    .nullable()
    .default(null)
    .meta({
      description: "Server to ask, with port 53 by default. Null: the resolver of Overdue's machine.",
      example: '9.9.9.9',
    }),
  values: z
    .array(z.string().min(1).max(TEXT_LENGTH_MAX))
    .max(VALUES_MAX)
    .default([])
    .meta({
      description: 'Expected values, written as in a zone file. Empty: any.',
      example: ['10 mail.example.com'],
    }),
  match: z.enum(['any', 'all', 'exact']).default('all').meta({
    description: 'Whether the answer must contain any of `values`, all of them, or exactly these.',
    example: 'all',
  }),
  rcode: z.enum(RCODES).default('NOERROR').meta({
    description: 'Expected response code.',
    example: 'NOERROR',
  }),
  transport: z.enum(['udp', 'tcp']).default('udp').meta({
    description: '`udp` asks again over TCP if the answer is truncated.',
    example: 'udp',
  }),
});

const domain = z.strictObject({
  ...common,
  warnDays: days.default(30).meta({
    description: 'Days before the registration ends from which on successes have a note.',
    example: 30,
  }),
  failDays: days.default(7).meta({
    description: 'Days before the registration ends from which on the check fails.',
    example: 7,
  }),
});

/** Schemas of `check`. The result has all fields, and is what the database stores. `secret` marks fields that responses mask. */
export const CHECK_SETTINGS = {
  http: http.meta({ id: 'HTTPCheck' }),
  tcp: tcp.meta({ id: 'TCPCheck' }),
  tls: tlsCheck.meta({ id: 'TLSCheck' }),
  dns: dns.meta({ id: 'DNSCheck' }),
  domain: domain.meta({ id: 'DomainCheck' }),
} as const satisfies Record<CheckKind, z.ZodType>;

export type CheckSettings<Kind extends CheckKind = CheckKind> = z.output<(typeof CHECK_SETTINGS)[Kind]>;
export type TLSSettings = z.output<typeof tls>;
export type JSONAssertion = z.output<typeof assertion>;
/** How a connection becomes encrypted. */
export type Encryption = CheckSettings<'tcp'>['encryption'];

/** Parses a status or a range, such as `404` or `200-299`; null for any other text. */
export function parseStatusRange(text: string): { readonly from: number; readonly to: number } | null {
  const [, first, last = first] = /^([1-5]\d\d)(?:-([1-5]\d\d))?$/.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last)];
  return from <= to ? { from, to } : null;
}

/** Texts in PEM that were valid, by digest, because stored settings are read for each check and each list. */
const validTexts = createGenerationCache<string, true>(VALID_TEXTS_MAX);

function isKnownOr(text: string, isValid: () => boolean): boolean {
  const digest = hash('sha256', text, 'base64');
  if (validTexts.get(digest) === true) return true;
  const valid = isValid();
  if (valid) validTexts.set(digest, true);
  return valid;
}

function isCertificates(text: string): boolean {
  return isKnownOr(text, () => areCertificates(text));
}

function isPair(cert: string, key: string): boolean {
  return isKnownOr(`${cert} and ${key}`, () => isPairOfKeys(cert, key));
}

function areCertificates(text: string): boolean {
  const blocks = text.split('-----BEGIN CERTIFICATE-----');
  if (blocks.length < 2 || blocks.length > AUTHORITIES_MAX + 1 || blocks[0]?.trim() !== '') return false;
  return blocks.slice(1).every((block) => isCertificate(`-----BEGIN CERTIFICATE-----${block}`));
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}

/** One private key in PEM without a password, perhaps after the parameters of its curve. */
const PRIVATE_KEY =
  /^\s*(?:-----BEGIN EC PARAMETERS-----[A-Za-z0-9+/=\s]+-----END EC PARAMETERS-----\s*)?-----BEGIN (RSA |EC |)PRIVATE KEY-----([A-Za-z0-9+/\s]+)(?:=[=\s]*)?-----END \1PRIVATE KEY-----\s*$/;
/** How the bytes of a key for RSA or an elliptic curve begin, in hexadecimal: PKCS #8 with one of these algorithms, PKCS #1, SEC 1. */
const KEY_START =
  /^30(?:[0-7].|81..|82....)(?:02010[01]30(?:[0-7].|81..)06(?:092a864886f70d01010[1a]|072a8648ce3d0201|032b657[01])|02010002|02010104)/;
const KEY_START_BYTES = 32;

/** Whether a key takes little time to read. For other algorithms, such as DSA, OpenSSL computes the public key, which can take many seconds. */
function isQuickKey(text: string): boolean {
  const base64 = PRIVATE_KEY.exec(text)?.[2] ?? '';
  const start = Buffer.from(base64, 'base64').toString('hex', 0, KEY_START_BYTES);
  return KEY_START.test(start);
}

function isPairOfKeys(cert: string, key: string): boolean {
  if (!isQuickKey(key)) return false;
  try {
    const privateKey = createPrivateKey(key);
    const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0;
    return bits <= RSA_BITS_MAX && new X509Certificate(cert).checkPrivateKey(privateKey);
  } catch {
    return false;
  }
}
