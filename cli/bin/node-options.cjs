// Plain JavaScript, which any Node can run. Gives the job the variable that `overdue.sh` kept from Node.
if (process.env.OVERDUE_NODE_OPTIONS !== undefined) {
  process.env.NODE_OPTIONS = process.env.OVERDUE_NODE_OPTIONS;
  delete process.env.OVERDUE_NODE_OPTIONS;
}
