/**
 * Minimal HTTP server for comparison: the least work that node:http can do for a request. Prints its port. With the files of a key and
 * a certificate, it is a server of HTTPS.
 */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';

const [key, cert] = process.argv.slice(2);
const respond: RequestListener = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': '11' });
  response.end('hello world');
};
const server =
  key === undefined || cert === undefined
    ? createServer(respond)
    : createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, respond);
server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
