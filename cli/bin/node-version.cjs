// Plain JavaScript, which any Node can run.
const NODE_MAJOR_MIN = 24;

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  process.stderr.write(
    `overdue: needs Node ${NODE_MAJOR_MIN} or newer; this is Node ${process.versions.node}. Install a newer Node, or the package of your system.\n`,
  );
  const end = process.argv.indexOf('--');
  const job = process.argv[2] === 'exec' && end !== -1 ? process.argv.slice(end + 1) : [];
  if (job.length === 0) process.exit(2);
  process.stderr.write('overdue: The job runs without being reported.\n');
  // A job must run, whatever keeps it from being reported.
  const { status, signal, error } = require('node:child_process').spawnSync(job[0], job.slice(1), {
    stdio: 'inherit',
  });
  if (error !== undefined) process.stderr.write(`overdue: ${error.message}\n`);
  if (error !== undefined) process.exit(error.code === 'ENOENT' ? 127 : 126);
  process.exit(signal === null ? status : 128 + require('node:os').constants.signals[signal]);
}
