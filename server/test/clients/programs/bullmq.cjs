// Processes jobs of BullMQ with the SDK's wrapper. Prints the result and the run IDs of the attempts.
const { DelayedError, Queue, QueueEvents, Worker } = require('bullmq');
const { PING_URL, REDIS_PORT, SDK } = process.env;
const connection = { host: '127.0.0.1', port: Number(REDIS_PORT) };

async function main() {
  const { monitored } = await import(SDK);
  const errors = [];
  const queue = new Queue('dumps', { connection });
  const heard = new QueueEvents('dumps', { connection });
  await heard.waitUntilReady();
  const worker = new Worker(
    'dumps',
    monitored(
      PING_URL,
      async (job, token) => {
        if (job.attemptsStarted === 1) {
          await job.moveToDelayed(Date.now() + 1, token);
          throw new DelayedError();
        }
        if (job.attemptsStarted === 2) throw new RangeError('disk full');
        return { rows: 3 };
      },
      { onError: (error) => errors.push(error.message), endTimeoutMs: 50 },
    ),
    { connection },
  );
  const job = await queue.add('dump', {}, { attempts: 2 });
  const result = await job.waitUntilFinished(heard);
  // The wrapper sends its last ping before the worker emits the event, so all pings have arrived.
  await worker.close();
  await heard.close();
  await queue.close();
  console.log(JSON.stringify({ result, job: `dumps:${job.id}:${job.timestamp}`, errors: errors.length }));
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
