import { execFile, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLoopback, PING_ID, pingResponse } from '../../server/test/sdk/loopback.ts';
import { proxyFor } from '../src/network/proxy.ts';
import { makeStateFolder, PROGRAM, run } from './command.ts';
import { openSecureLoopback } from './secure-loopback.ts';

const pathOf = ({ url }: { readonly url: string }) => url.split('?')[0];
const PATHS = [`/ping/${PING_ID}/start`, `/ping/${PING_ID}/0`];

async function execWith(url: string, env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const own = { OVERDUE_STATE: makeStateFolder(), OVERDUE_PING_URL: `${url}/ping/${PING_ID}`, ...env };
  return run(['exec', ...args, '--', 'echo', 'ran'], { env: own });
}

describe('certificates of an internal authority', () => {
  test.each<[string, (caFile: string) => Readonly<Record<string, string>>]>([
    ['in the store of the system', (caFile) => ({ SSL_CERT_FILE: caFile })],
    ['of OVERDUE_CA_FILE', (caFile) => ({ OVERDUE_CA_FILE: caFile })],
    ['of NODE_EXTRA_CA_CERTS', (caFile) => ({ NODE_EXTRA_CA_CERTS: caFile })],
  ])('%s are trusted, by reports and by other commands', async (_name, envOf) => {
    const service = await openSecureLoopback(pingResponse());
    const env = envOf(service.caFile);
    expect(await execWith(service.url, env)).toMatchObject({ status: 0, stderr: '' });
    expect(service.seen.map(pathOf)).toEqual(PATHS);
    const api = { ...env, OVERDUE_URL: service.url, OVERDUE_TOKEN: 'ovd_x' };
    await run(['whoami'], { env: api });
    expect(service.seen).toHaveLength(3);
  });

  test('of --ca-file are trusted', async () => {
    const service = await openSecureLoopback(pingResponse());
    expect(await execWith(service.url, {}, ['--ca-file', service.caFile])).toMatchObject({ stderr: '' });
    expect(service.seen.map(pathOf)).toEqual(PATHS);
  });

  test('certificates without a trusted issuer get no report, and a missing file of certificates stops no job', async () => {
    const service = await openSecureLoopback(pingResponse());
    for (const env of [{}, { OVERDUE_CA_FILE: '/no/such/file' }]) {
      const result = await execWith(service.url, env);
      expect(result).toMatchObject({
        status: 0,
        stdout: 'ran\n',
        stderr: expect.stringContaining('waits in'),
      });
    }
    expect(service.seen).toEqual([]);
  });

  test('a redirect from https:// to http:// is not followed, because others could read the log', async () => {
    const plain = await openLoopback(pingResponse());
    const service = await openSecureLoopback((response) =>
      response.writeHead(307, { Location: plain.url }).end(),
    );
    const result = await execWith(service.url, { OVERDUE_CA_FILE: service.caFile });
    expect(result.stderr).toContain('leads from https:// to http://');
    expect(plain.seen).toEqual([]);
  });
});

const canUnshare = spawnSync('unshare', ['--mount', 'true']).status === 0;

test.runIf(canUnshare)(
  'a name server that never answers delays the end by no more than --patience',
  async () => {
    const nameServer = createSocket('udp4');
    const address = '127.0.0.99';
    await new Promise<void>((resolve) => nameServer.bind(53, address, resolve));
    onTestFinished(() => void nameServer.close());
    const state = makeStateFolder();
    const file = join(state, 'resolv.conf');
    writeFileSync(file, `nameserver ${address}\n`);
    const script = 'mount --bind "$0" /etc/resolv.conf; exec "$@"';
    const job = ['exec', '--patience', '500ms', '--', 'sh', '-c', 'echo ran; exit 3'];
    const began = performance.now();
    const { status, stdout } = await new Promise<{ readonly status: number; readonly stdout: string }>(
      (resolve) =>
        execFile(
          'unshare',
          ['--mount', 'sh', '-c', script, file, process.execPath, PROGRAM, ...job],
          {
            env: {
              PATH: process.env.PATH,
              OVERDUE_STATE: state,
              OVERDUE_PING_URL: `http://overdue.example.com/ping/${PING_ID}`,
            },
          },
          (error, output) => resolve({ status: Number(error?.code ?? 0), stdout: output }),
        ),
    );
    expect({ status, stdout }).toEqual({ status: 3, stdout: 'ran\n' });
    // The first attempt of the resolver alone takes 5 seconds.
    expect(performance.now() - began).toBeLessThan(4500);
  },
);

/** Starts a proxy, which records the requests that pass through it. */
async function openProxy() {
  const passed: string[] = [];
  const proxy = createServer((request, response) => {
    passed.push(request.url ?? '');
    pingResponse()(response, { method: '', url: '', headers: {}, body: '' });
  });
  proxy.on('connect', ({ url = '' }, client) => {
    passed.push(url);
    const onward = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n');
      onward.pipe(client).pipe(onward);
    });
    onward.on('error', () => client.destroy());
    client.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return { passed, url: `http://127.0.0.1:${address.port}` };
}

describe('a proxy', () => {
  test.each([
    ['https_proxy', 'https'],
    ['HTTPS_PROXY', 'https'],
    ['ALL_PROXY', 'https'],
    ['http_proxy', 'http'],
  ])('of %s gets reports and requests of the API', async (variable, scheme) => {
    const proxy = await openProxy();
    const secure = scheme === 'https' ? await openSecureLoopback(pingResponse()) : null;
    const url = secure?.url ?? 'http://overdue.example.com';
    const env = { [variable]: proxy.url, OVERDUE_CA_FILE: secure?.caFile ?? '' };
    expect(await execWith(url, env)).toMatchObject({ status: 0, stderr: '' });
    await run(['whoami'], { env: { ...env, OVERDUE_URL: url, OVERDUE_TOKEN: 'ovd_x' } });
    expect(proxy.passed).toHaveLength(3);
    const target = secure === null ? `${url}/` : secure.url.slice('https://'.length);
    for (const passed of proxy.passed) expect(passed.startsWith(target)).toBe(true);
  });

  // The right values come from curl itself.
  const urls = [
    'http://a.example.com/',
    'https://example.com/',
    'http://notexample.com/',
    'http://10.1.2.3/',
  ];
  const settings: readonly Readonly<Record<string, string>>[] = [
    { http_proxy: 'PROXY', https_proxy: 'PROXY' },
    { HTTP_PROXY: 'PROXY' },
    { all_proxy: 'PROXY' },
    { all_proxy: 'PROXY', no_proxy: 'example.com' },
    { all_proxy: 'PROXY', no_proxy: '.example.com' },
    { all_proxy: 'PROXY', NO_PROXY: 'other.org, a.example.com' },
    { all_proxy: 'PROXY', no_proxy: '10.1.0.0/16' },
    { all_proxy: 'PROXY', no_proxy: '10.1.2.3' },
    { all_proxy: 'PROXY', no_proxy: '*' },
    { all_proxy: 'PROXY', no_proxy: 'EXAMPLE.com' },
  ];
  test.each(settings)('is chosen with %j as by curl', async (setting) => {
    const proxy = await openProxy();
    const env = Object.fromEntries(
      Object.entries(setting).map(([name, value]) => [name, value === 'PROXY' ? proxy.url : value]),
    );
    for (const url of urls) {
      proxy.passed.length = 0;
      // Without the proxy, curl would ask a closed port of this machine.
      const direct = ['--connect-to', `${new URL(url).host}::127.0.0.1:9`];
      const args = ['--silent', '--max-time', '5', '--output', '/dev/null'];
      const usesProxy = proxyFor(url, env) !== null;
      await promisify(execFile)('curl', [...args, ...(usesProxy ? [] : direct), url], {
        env: { PATH: process.env.PATH, ...env },
      }).catch(() => {});
      expect([url, proxy.passed.length > 0]).toEqual([url, usesProxy]);
    }
  });

  test('of a kind that is not supported leaves the report on disk with the reason', async () => {
    const result = await execWith('http://overdue.example.com', { http_proxy: 'socks5://127.0.0.1:1' });
    expect(result).toMatchObject({ status: 0, stdout: 'ran\n' });
    expect(result.stderr).toContain('not socks5:');
  });
});
