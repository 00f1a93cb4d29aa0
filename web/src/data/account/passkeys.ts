import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: () => api.accounts.listPasskeys(),
});

/** Loaded on demand, because most people sign in without a passkey. */
function load(): Promise<typeof import('@simplewebauthn/browser')> {
  return import('@simplewebauthn/browser');
}

/** Browsers offer passkeys only on secure origins with a host name. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(window.location.hostname);
}

/** Signs in with a passkey. Returns false if the user or the browser cancels. */
export async function signInWithPasskey(): Promise<boolean> {
  return authenticate({ useBrowserAutofill: false });
}

/** Offers passkeys as autofill of the email field. Returns false if none was chosen, or if the browser can't offer them. */
export async function offerPasskeys(): Promise<boolean> {
  if (!hasPasskeys()) return false;
  const { browserSupportsWebAuthnAutofill } = await load();
  return (await browserSupportsWebAuthnAutofill()) && authenticate({ useBrowserAutofill: true });
}

export async function stopOfferingPasskeys(): Promise<void> {
  if (!hasPasskeys()) return;
  const { WebAuthnAbortService } = await load();
  WebAuthnAbortService.cancelCeremony();
}

/** Creates a passkey on this device or another device. Returns false if the user cancels. */
export async function addPasskey(name: string): Promise<boolean> {
  const { startRegistration } = await load();
  const optionsJSON = await api.accounts.beginPasskey();
  if (!isCreation(optionsJSON))
    throw new TypeError('The service sent a passkey request in an unknown format.');
  const response = await unlessBrokenOff(startRegistration({ optionsJSON }));
  if (response === null) return false;
  await api.accounts.addPasskey(response, name);
  return true;
}

/** Confirms the signed-in user with a passkey. Returns false if the user or the browser cancels. */
export async function confirmWithPasskey(): Promise<boolean> {
  return authenticate({ useBrowserAutofill: false }, (response) => api.accounts.confirmByPasskey(response));
}

async function authenticate(
  how: { readonly useBrowserAutofill: boolean },
  send = (response: object): Promise<void> => api.accounts.signInWithPasskey(response),
): Promise<boolean> {
  const { startAuthentication } = await load();
  const optionsJSON = await api.accounts.beginPasskeySignIn();
  if (!isSignIn(optionsJSON)) throw new TypeError('The service sent a passkey request in an unknown format.');
  const ceremony = startAuthentication({ optionsJSON, ...how });
  // The user did not ask for autofill, so its failure is not an error to show.
  const response = await (how.useBrowserAutofill ? ceremony.catch(() => null) : unlessBrokenOff(ceremony));
  if (response === null) return false;
  await send(response);
  return true;
}

/** Checks only the challenge, because the browser checks all fields. */
function isSignIn(options: object): options is PublicKeyCredentialRequestOptionsJSON {
  return 'challenge' in options && typeof options.challenge === 'string';
}

function isCreation(options: object): options is PublicKeyCredentialCreationOptionsJSON {
  return isSignIn(options) && 'user' in options && 'rp' in options && 'pubKeyCredParams' in options;
}

/**
 * Waits for the browser's passkey dialog. Returns null if the user cancelled, the dialog timed out, or another request took
 * precedence. Browsers don't distinguish these cases.
 */
async function unlessBrokenOff<T>(ceremony: Promise<T>): Promise<T | null> {
  try {
    return await ceremony;
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    throw error;
  }
}
