/** Minimal HTTP server for comparison: the least work that node:http can do for a request. Prints its port. */
import { createServer } from 'node:http';

const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': '11' });
  response.end('hello world');
});
server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
