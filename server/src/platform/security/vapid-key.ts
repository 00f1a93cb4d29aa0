import { createECDH } from 'node:crypto';
import { deriveKey } from './secret-box.ts';

/** Key pair with which push services recognize this service (RFC 8292). Both keys are base64url. */
export interface VAPIDKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Order of the curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const KEY_BYTES = 32;

/** Derives the key pair from the service's secret, so that all nodes have the same pair and no pair needs to be stored. */
export function deriveVAPIDKey(secret: string): VAPIDKey {
  return deriveKeyPair(deriveKey(secret, 'overdue web push v1'));
}

/** Derives a key pair of the curve P-256 from 32 random bytes. */
export function deriveKeyPair(seed: Uint8Array): VAPIDKey {
  const scalar = (BigInt(`0x${Buffer.from(seed).toString('hex')}`) % (ORDER - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(2 * KEY_BYTES, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return {
    publicKey: curve.getPublicKey('base64url', 'uncompressed'),
    privateKey: privateKey.toString('base64url'),
  };
}
