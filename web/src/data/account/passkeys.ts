import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

/** Those of who is signed in. */
export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: () => api.accounts.listPasskeys(),
});

/** Loaded when it is needed: most people sign in without. */
function load(): Promise<typeof import('@simplewebauthn/browser')> {
  return import('@simplewebauthn/browser');
}

/** Browsers have passkeys on secure origins alone, and for names, not for addresses. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(window.location.hostname);
}

/** Asks for a passkey, and signs in with it. False when the person or the browser broke it off. */
export async function signInWithPasskey(): Promise<boolean> {
  return authenticate({ useBrowserAutofill: false });
}

/**
 * Offers the passkeys of this device where the email address is filled in, until one is chosen or something else asks. False
 * when none was.
 */
export async function offerPasskeys(): Promise<boolean> {
  if (!hasPasskeys()) return false;
  const { browserSupportsWebAuthnAutofill } = await load();
  return (await browserSupportsWebAuthnAutofill()) && authenticate({ useBrowserAutofill: true });
}

/** Ends what {@link offerPasskeys} began. */
export async function stopOfferingPasskeys(): Promise<void> {
  if (!hasPasskeys()) return;
  const { WebAuthnAbortService } = await load();
  WebAuthnAbortService.cancelCeremony();
}

/** Makes a passkey on this device or another one. False when the person broke it off. */
export async function addPasskey(name: string): Promise<boolean> {
  const { startRegistration } = await load();
  const optionsJSON = await api.accounts.beginPasskey();
  if (!asksForNew(optionsJSON)) throw new TypeError('The service asked for a passkey in an unknown way.');
  const response = await unlessBrokenOff(startRegistration({ optionsJSON }));
  if (response === null) return false;
  await api.accounts.addPasskey(response, name);
  return true;
}

/** Asks for a passkey to confirm who is signed in. False if the person or the browser broke it off. */
export async function confirmWithPasskey(): Promise<boolean> {
  return authenticate({ useBrowserAutofill: false }, (response) => api.accounts.confirmByPasskey(response));
}

async function authenticate(
  how: { readonly useBrowserAutofill: boolean },
  hand = (response: object): Promise<void> => api.accounts.signInWithPasskey(response),
): Promise<boolean> {
  const { startAuthentication } = await load();
  const optionsJSON = await api.accounts.beginPasskeySignIn();
  if (!asksForKnown(optionsJSON)) throw new TypeError('The service asked for a passkey in an unknown way.');
  const response = await unlessBrokenOff(startAuthentication({ optionsJSON, ...how }));
  if (response === null) return false;
  await hand(response);
  return true;
}

/** The browser itself checks the rest. */
function asksForKnown(options: object): options is PublicKeyCredentialRequestOptionsJSON {
  return 'challenge' in options && typeof options.challenge === 'string';
}

function asksForNew(options: object): options is PublicKeyCredentialCreationOptionsJSON {
  return asksForKnown(options) && 'user' in options && 'rp' in options && 'pubKeyCredParams' in options;
}

/** Breaking it off, running out of time and being asked for something else look the same to a page, on purpose. */
async function unlessBrokenOff<T>(ceremony: Promise<T>): Promise<T | null> {
  try {
    return await ceremony;
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    throw error;
  }
}
