// Preloaded into a server. SIGUSR2 keeps its event loop busy for STALL_MS, once the file STALL_FILE tells that the stall has begun.
import { writeFileSync } from 'node:fs';

process.on('SIGUSR2', () => {
  const endsAt = performance.now() + Number(process.env.STALL_MS);
  writeFileSync(process.env.STALL_FILE, '');
  while (performance.now() < endsAt);
});
