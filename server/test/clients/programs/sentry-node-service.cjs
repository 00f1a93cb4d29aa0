// A service with jobs in three schedulers. It is instrumented in each way that the documentation of @sentry/node shows.
const Sentry = require('@sentry/node');

Sentry.init({
  dsn: process.env.DSN,
  integrations: [Sentry.nodeCronIntegration(), Sentry.nodeScheduleIntegration()],
});

const nodeCron = require('node-cron');
const nodeSchedule = require('node-schedule');
const { CronJob } = require('cron');

const work = () => {};
const fail = () => {
  throw new Error('disk full');
};

async function runWrapped() {
  const task = Sentry.cron
    .instrumentNodeCron(nodeCron, { checkinMargin: 3, maxRuntime: 20, failureIssueThreshold: 2 })
    .schedule('0 4 * * mon', work, { name: 'node-cron-weekly', timezone: 'Europe/Riga' });
  await task.execute();
  await task.destroy();

  const Good = Sentry.cron.instrumentCron(CronJob, 'cron-nightly');
  await new Good('0 2 * * *', work, null, false, 'Asia/Tokyo').fireOnTick();

  const Bad = Sentry.cron.instrumentCron(CronJob, 'cron-failing');
  await Bad.from({ cronTime: '30 1 1 jan *', onTick: fail, errorHandler: () => {} }).fireOnTick();

  const job = Sentry.cron
    .instrumentNodeSchedule(nodeSchedule)
    .scheduleJob('schedule-hourly', '5 * * * *', work);
  await job.invoke();
}

/** Runs jobs whose own code doesn't use Sentry. */
async function runUnchanged() {
  const task = nodeCron.schedule('0 4 * * mon-fri', work, {
    name: 'cron-unchanged',
    timezone: 'America/New_York',
  });
  await task.execute();
  await task.destroy();
  const job = nodeSchedule.scheduleJob('schedule-unchanged', '30 6 * * *', fail);
  try {
    await job.invoke();
  } catch {
    // This scheduler passes errors to its caller.
  }
}

async function runAll() {
  await runWrapped();
  await runUnchanged();
  // The service also reports its errors to this DSN.
  Sentry.captureException(new Error('an error of the service'));
  await Sentry.flush(10_000);
}

/** Sends a check-in with changed settings, like a new release of the service. */
async function runChanged() {
  const config = { schedule: { type: 'crontab', value: '15 4 * * 1' }, timezone: 'UTC', maxRuntime: 40 };
  Sentry.withMonitor('node-cron-weekly', work, config);
  await Sentry.flush(10_000);
}

const run = process.argv[2] === 'changed' ? runChanged : runAll;
run()
  .catch((error) => {
    process.stdout.write(`${error.stack ?? error}\n`);
    process.exitCode = 1;
  })
  // Exits, because the schedules would keep the process alive.
  .finally(() => process.exit());
