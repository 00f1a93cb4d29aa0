import { parseArgs } from 'node:util';
import { createClient } from '../sdk/src/index.ts';
import { startReceiver } from '../server/test/notify/receiver.ts';
import { signInToClient } from '../server/test/sdk/session-client.ts';
import { furnishTeam } from './furnish-team.ts';
import { PERSON, serveApplication } from './served-application.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '9000' },
    monitors: { type: 'string' },
    empty: { type: 'boolean', default: false },
  },
});
const team = values.empty ? 'empty' : values.monitors === undefined ? 'sample' : Number(values.monitors);
const application = await serveApplication({ team, port: Number(values.port) });
const receiver = await startReceiver();
if (team === 'sample') {
  const api = createClient({ baseURL: application.baseURL, token: application.token });
  const person = await signInToClient(application.baseURL, PERSON);
  console.log(await furnishTeam({ api, person }, receiver));
}
console.log(`${application.baseURL}  ${PERSON.email}  ${PERSON.password}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void Promise.all([application.stop(), receiver.close()]).then(() => process.exit(0));
  });
