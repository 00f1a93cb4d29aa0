// Uses the library healthchecks-io-client as its documentation shows. Prints one line for each response.
const { HealthChecksApiClient, HealthChecksPingClient } = require('healthchecks-io-client');

const { BASE, API_KEY, PING_ID } = process.env;

async function ping() {
  const options = { uuid: PING_ID, baseUrl: `${BASE}/ping`, returnResponse: true };
  const client = new HealthChecksPingClient(options);
  process.stdout.write(`${await client.start()}\n`);
  process.stdout.write(`${await client.success('done')}\n`);
  process.stdout.write(`${await client.fail('broken')}\n`);
}

async function manage() {
  const client = new HealthChecksApiClient({ apiKey: API_KEY, baseUrl: BASE });
  const say = (what, text) => process.stdout.write(`${what} ${text}\n`);
  const check = { name: 'node job', tags: 'node prod', timeout: 3600, grace: 600, unique: ['name'] };
  const created = await client.createCheck(check);
  const uuid = created.ping_url.split('/').at(-1);
  say('created', created.name);
  say('changed', (await client.updateCheck(uuid, { name: 'node job 2' })).name);
  say('found', (await client.getCheck(uuid)).name);
  say(
    'listed',
    (await client.getChecks(['node', 'prod'])).checks.map(({ name }) => name),
  );
  say('pings', (await client.listPings(uuid)).pings.length);
  say('flips', (await client.listFlips(uuid)).flips.length);
  say(
    'integrations',
    (await client.getIntegrations()).channels.map(({ kind }) => kind),
  );
  say('paused', (await client.pauseCheck(uuid)).status);
  say('deleted', (await client.deleteCheck(uuid)).name);
}

(process.argv[2] === 'uuid' ? ping() : manage()).catch((error) => {
  process.stdout.write(`${error.stack ?? error}\n`);
  process.exitCode = 1;
});
