import { invalidArgument } from './error.ts';

/** Reads an http address. Its errors do not repeat it, since a ping URL is a credential. */
export function parseAddress(text: string, name: string): URL {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw invalidArgument(`The ${name} must be an address that begins with http:// or https://.`);
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw invalidArgument(`The ${name} must not hold a user name or password: fetch takes none.`);
  }
  return url;
}
