import { deriveKey } from '../platform/security/secret-box.ts';

/** Returns the key with which better-auth signs cookies and encrypts second factors. */
export function accountsSecret(secretKey: string): string {
  return deriveKey(secretKey, 'overdue accounts v1').toString('base64url');
}

export async function opensTOTPKey(secretKey: string, sealed: string): Promise<boolean> {
  const { symmetricDecrypt } = await import('better-auth/crypto');
  try {
    await symmetricDecrypt({ key: accountsSecret(secretKey), data: sealed });
    return true;
  } catch {
    return false;
  }
}
