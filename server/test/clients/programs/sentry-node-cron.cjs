// Sends check-ins with @sentry/node as its documentation shows.
const Sentry = require('@sentry/node');

Sentry.init({ dsn: process.env.DSN });

const config = {
  schedule: { type: 'interval', value: 1, unit: 'hour' },
  checkinMargin: 5,
  maxRuntime: 30,
  timezone: 'UTC',
};

async function main() {
  Sentry.withMonitor('node-hourly', () => process.stdout.write('runs\n'), config);
  const checkInId = Sentry.captureCheckIn({ monitorSlug: 'node-hourly', status: 'in_progress' }, config);
  Sentry.captureCheckIn({ checkInId, monitorSlug: 'node-hourly', status: 'error', duration: 1.5 });
  await Sentry.flush(10_000);
}

main().catch((error) => {
  process.stdout.write(`${error.stack ?? error}\n`);
  process.exitCode = 1;
});
