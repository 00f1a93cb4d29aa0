export const EMAIL_LENGTH_MAX = 254;

/**
 * Addresses that better-auth accepts in sign-ins: ASCII, with a dot in the domain. Equals `z.email()` of zod, which better-auth
 * uses. A test compares them.
 */
const EMAIL =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether a text is an email address with which an account can sign in. */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_LENGTH_MAX && EMAIL.test(text);
}
