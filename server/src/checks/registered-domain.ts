import type { RDAPBootstrap } from './probes/rdap-bootstrap.ts';

/** Returns why the registration of a name can't be checked, as a sentence; null if it can. */
export async function domainProblem(host: string, rdapBootstrap: RDAPBootstrap): Promise<string | null> {
  // Loaded on demand, because the list of public suffixes takes 8 MB.
  const { getDomain } = await import('tldts');
  const domain = getDomain(host);
  if (domain === null) return 'This must be a domain that somebody has registered, such as example.com.';
  if (domain !== host) return `Enter the registered domain: ${domain}.`;
  if ((await rdapBootstrap.serviceOf(host)) === null)
    return `The registry of ${host} does not answer by RDAP, so Overdue can’t learn when the registration ends.`;
  return null;
}
