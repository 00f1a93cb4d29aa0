// Preloaded into the service to redirect its requests for the hosts of chats to the receiver at CHATS_PORT. The paths
// begin with the name of the host.
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

const HOSTS = new Set(['hooks.slack.com', 'api.telegram.org']);
const send = https.request;
https.request = (options, ...rest) =>
  HOSTS.has(options.hostname)
    ? http.request({
        ...options,
        agent: undefined,
        hostname: '127.0.0.1',
        port: process.env.CHATS_PORT,
        path: `/${options.hostname}${options.path}`,
      })
    : send(options, ...rest);
syncBuiltinESMExports();
