import { readFileSync } from 'node:fs';
import type { Agent } from 'node:http';
import type { Fetch } from '../../../sdk/src/exchange.ts';
import { proxyFor, type Variables } from './proxy.ts';

/** The way to services: which certificates are trusted, and which proxy leads there. */
export interface Network {
  /** Also trusts the certificates in a file. The file is read before the first request. */
  readonly trust: (caFile: string) => void;
  /**
   * Runs `send`, which makes a request with `node:https`, and once more with the certificates of the system if the certificate of the server
   * isn't trusted otherwise. Nothing is sent to a server that isn't trusted.
   */
  readonly withTrust: <T>(url: string, send: () => Promise<T>) => Promise<T>;
  /** Returns the agent for a URL that a proxy leads to; undefined without a proxy. */
  readonly agentFor: (url: string) => Agent | undefined;
  readonly fetch: Fetch;
}

const CERTIFICATE = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g;
/** Errors of OpenSSL for a certificate whose issuer isn't known. */
const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/**
 * Opens the network as curl does: trusts the certificates of the system and of OVERDUE_CA_FILE, in addition to those of Node and
 * NODE_EXTRA_CA_CERTS, and uses the proxy of the variables.
 */
export function openNetwork(env: Variables): Network {
  let caFile = env.OVERDUE_CA_FILE || null;
  let isSystemTrusted = false;
  /** Hosts that `fetch` reaches without a proxy. */
  const direct = new Set<string>();

  async function withTrust<T>(url: string, send: () => Promise<T>): Promise<T> {
    if (!url.startsWith('https:')) return send();
    if (caFile !== null) trustAlso(certificatesIn(caFile));
    caFile = null;
    try {
      return await send();
    } catch (error) {
      if (isSystemTrusted || !UNTRUSTED.includes(codeOf(error))) throw error;
      // Reading the certificates of the system takes 150 ms, so they are read only if they are needed.
      isSystemTrusted = true;
      trustAlso(tls().getCACertificates('system'));
      return send();
    }
  }

  return {
    trust(file) {
      caFile = file;
    },
    withTrust,
    agentFor(url) {
      const proxy = proxyFor(url, env);
      if (proxy === null) return undefined;
      const { Agent } = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http');
      return new Agent({ proxyEnv: { http_proxy: proxy, https_proxy: proxy } });
    },
    fetch(url, init) {
      const proxy = proxyFor(url, env);
      const { host, hostname } = new URL(url);
      if (proxy === null) direct.add(host).add(hostname);
      const proxies = proxy === null ? {} : { http_proxy: proxy, https_proxy: proxy };
      if (proxy !== null)
        process
          .getBuiltinModule('node:http')
          .setGlobalProxyFromEnv({ ...proxies, no_proxy: [...direct].join(',') });
      return withTrust(url, () => globalThis.fetch(url, init));
    },
  };
}

/** Loads TLS only for HTTPS, because TLS takes 6 MB. */
function tls() {
  return process.getBuiltinModule('node:tls');
}

function trustAlso(certificates: readonly string[]): void {
  const { getCACertificates, setDefaultCACertificates } = tls();
  setDefaultCACertificates([...new Set([...getCACertificates('default'), ...certificates])]);
}

function certificatesIn(file: string): readonly string[] {
  let text: string;
  try {
    text = readFileSync(file, 'latin1');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The file of certificates can't be read: ${reason}`);
  }
  const certificates = text.match(CERTIFICATE);
  if (certificates === null) throw new Error(`The file ${file} contains no certificate in PEM format.`);
  return certificates;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}
