// Reports with the npm package cronitor as its documentation shows. Only the built-in hosts are replaced.
const { BASE, KEY } = process.env;
const cronitor = require('cronitor')(KEY);
cronitor._api.pingUrl = (key) => `${BASE}/ping/${KEY}/${key}`;
cronitor._api.monitorUrl = (key) => `${BASE}/api/monitors${key ? `/${key}` : ''}`;

async function main() {
  await cronitor.Monitor.put({ type: 'job', key: 'js-nightly', schedule: '0 2 * * *', grace_seconds: 300 });
  await cronitor.wrap('js-nightly', () => 'all well')();
  await cronitor.wrap('js-nightly', () => {
    throw new Error('disk is full');
  })();
  const monitor = new cronitor.Monitor('js-heartbeat');
  if (!(await monitor.ping())) throw new Error('A ping without a state was refused.');
  const event = new cronitor.Event('js-events');
  event.tick(3);
  if (!(await event.stop())) throw new Error('An event was refused.');
  if (!(await monitor.pause(1))) throw new Error('The monitor was not paused.');
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
