import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key in PEM. */
export interface Issued {
  readonly cert: string;
  readonly key: string;
}

interface Wanted {
  readonly name: string;
  readonly names?: string;
  readonly days: number;
  /** Null: signs itself. */
  readonly by: Issued | null;
  readonly isAuthority?: boolean;
  /** Uses the key of another certificate, as in a cross-signature. */
  readonly keyOf?: Issued;
}

/** Creates certificates with OpenSSL. */
export function openAuthority() {
  const folder = mkdtempSync(join(tmpdir(), 'overdue-certificates-'));
  const openssl = (...args: readonly string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');

  function issue({ name, names, days, by, isAuthority = false, keyOf }: Wanted): Issued {
    if (keyOf === undefined)
      openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', 'key.pem');
    else write('key.pem', keyOf.key);
    openssl('req', '-new', '-key', 'key.pem', '-subj', `/CN=${name}`, '-out', 'request.pem');
    write(
      'extensions',
      [
        `basicConstraints=critical,CA:${isAuthority ? 'TRUE' : 'FALSE'}`,
        ...(names === undefined ? [] : [`subjectAltName=${names}`]),
      ].join('\n'),
    );
    if (by !== null) {
      write('ca.pem', by.cert);
      write('ca.key', by.key);
    }
    const signer = by === null ? ['-signkey', 'key.pem'] : ['-CA', 'ca.pem', '-CAkey', 'ca.key'];
    const validity = ['-days', String(days), '-extfile', 'extensions'];
    openssl('x509', '-req', '-in', 'request.pem', ...signer, ...validity, '-out', 'cert.pem');
    return { cert: read('cert.pem'), key: read('key.pem') };
  }

  return { issue, close: () => rmSync(folder, { recursive: true }) };
}

const LEAF = { name: 'secure.example', names: 'DNS:secure.example,DNS:*.wild.example,IP:127.0.0.1' };

/** Creates the certificates that tests of TLS use. Leaves are valid for 90 days. */
export function issueCertificates() {
  const { issue, close } = openAuthority();
  const root = issue({ name: 'Test Root', days: 3650, by: null, isAuthority: true });
  const intermediate = issue({ name: 'Test Intermediate', days: 1000, by: root, isAuthority: true });
  const leaf = issue({ ...LEAF, days: 90, by: intermediate });
  const expired = issue({ ...LEAF, days: -1, by: intermediate });
  const oldRoot = issue({ name: 'Old Root', days: -1, by: null, isAuthority: true });
  const crossSigned = issue({ name: 'Test Root', days: 3650, by: oldRoot, isAuthority: true, keyOf: root });
  const expiredIntermediate = issue({
    name: 'Test Intermediate',
    days: -1,
    by: root,
    isAuthority: true,
    keyOf: intermediate,
  });
  const selfSigned = issue({ ...LEAF, days: 90, by: null });
  const client = issue({ name: 'Client', days: 90, by: root });
  close();
  return { root, intermediate, leaf, expired, oldRoot, crossSigned, expiredIntermediate, selfSigned, client };
}
