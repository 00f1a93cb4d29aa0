import { invalidArgument } from './error.ts';

/** Parses an HTTP or HTTPS URL. Errors never contain the URL, because a ping URL is a credential. */
export function parseAddress(text: string, name: string): URL {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw invalidArgument(`The ${name} must begin with http:// or https://.`);
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw invalidArgument(
      `The ${name} must not contain a user name or password, because fetch accepts none.`,
    );
  }
  return url;
}
