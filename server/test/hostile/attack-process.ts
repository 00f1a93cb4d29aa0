/** A process of attackers: the clients whose answers a test measures must not wait for them. */
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
