import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const FLAG_PRESENT = 1;
const FLAG_VERIFIED = 4;
const FLAG_CREDENTIAL = 64;

export interface Authenticator {
  /** Creates a passkey, like `navigator.credentials.create`. */
  create(options: Readonly<Record<string, unknown>>): object;
  /** Signs a challenge, like `navigator.credentials.get`. */
  get(options: Readonly<Record<string, unknown>>, more?: { readonly isVerified?: boolean }): object;
}

/** A device with one passkey for an origin. Implements the part of WebAuthn (level 3) that sign-ins need. */
export function openAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const rpIDHash = createHash('sha256').update(new URL(origin).hostname).digest();
  let count = 0;

  function authData(flags: number, more: Uint8Array = new Uint8Array()): Buffer {
    count += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([rpIDHash, Buffer.from([flags]), counter, more]);
  }

  function clientData(type: string, { challenge }: Readonly<Record<string, unknown>>): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function credential(response: object): object {
    return {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    };
  }

  return {
    create(options) {
      const coseKey = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.from([0, id.byteLength]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const flags = FLAG_PRESENT | FLAG_VERIFIED | FLAG_CREDENTIAL;
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(flags, attested)],
      ]);
      return credential({
        clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },
    get(options, { isVerified = true } = {}) {
      const client = clientData('webauthn.get', options);
      const data = authData(FLAG_PRESENT | (isVerified ? FLAG_VERIFIED : 0));
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
      });
    },
  };
}

/** Encodes small integers, texts, bytes and maps as CBOR (RFC 8949). */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.byteLength), value]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flat().map((item) => cbor(item))]);
  throw new Error('There is no CBOR for this.');
}

function head(type: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(type << 5) | count]);
  if (count < 256) return Buffer.from([(type << 5) | 24, count]);
  return Buffer.from([(type << 5) | 25, count >> 8, count & 255]);
}
