/** Attacks from a separate process. Otherwise the attack would slow down the clients that a test measures. */
import { z } from 'zod';
import { attack } from './attack.ts';

const attacks = z
  .object({
    port: z.number(),
    attacks: z.array(
      z.object({
        count: z.number(),
        bytes: z.string(),
        drip: z.object({ bytes: z.string(), everyMs: z.number() }).optional(),
        reads: z.boolean(),
        returnAfterMs: z.number(),
        from: z.string(),
      }),
    ),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

await Promise.all(
  attacks.attacks.map(({ drip, ...options }) =>
    attack({ port: attacks.port }, drip === undefined ? options : { ...options, drip }),
  ),
);
process.stdout.write('attacking\n');
// The input ends with the test, even if the test is killed.
process.stdin.resume().once('end', () => process.exit());
