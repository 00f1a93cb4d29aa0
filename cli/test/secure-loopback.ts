import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Loopback, Respond, Seen } from '../../server/test/sdk/loopback.ts';
import { makeStateFolder } from './command.ts';

export interface SecureLoopback extends Loopback {
  /** Certificate of the authority that issued the server's certificate. */
  readonly caFile: string;
}

/** Starts an HTTPS server on this machine, with a certificate of an internal authority. */
export async function openSecureLoopback(respond: Respond): Promise<SecureLoopback> {
  const folder = makeStateFolder();
  const openssl = (...args: readonly string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...key, '-subj', '/CN=Internal CA', '-keyout', 'ca.key', '-out', 'ca.pem');
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  openssl(
    'req',
    '-x509',
    ...key,
    ...names,
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-keyout',
    'key.pem',
    '-out',
    'cert.pem',
  );
  const seen: Seen[] = [];
  const server = createServer(
    { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem')) },
    async (request, response) => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: (await buffer(request)).toString() };
      seen.push(one);
      respond(response, one);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { url: `https://localhost:${address.port}`, seen, caFile: join(folder, 'ca.pem') };
}
