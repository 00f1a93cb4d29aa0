import { z } from 'zod';
import { parseInput } from '../../api/problems.ts';
import { respondText } from '../../api/respond.ts';
import type { RespondCronitor } from './cronitor-request.ts';
import { readJSON } from './read-json.ts';

const upload = z.looseObject({
  job_key: z.string().min(1).max(300),
  series: z.string().max(128).default(''),
});

/**
 * Returns the address to which an agent then sends the log of a run with PUT. At Cronitor, this is an address of a file store. Here,
 * the address is telemetry with the state `logs`.
 */
export const presignLogs: RespondCronitor = async ({ context, secret }, { baseURL }) => {
  const { job_key: key, series } = parseInput(upload, await readJSON(context));
  const query = new URLSearchParams({ state: 'logs', ...(series === '' ? {} : { series }) });
  const url = `${baseURL}/p/${secret}/${encodeURIComponent(key)}?${query.toString()}`;
  return respondText(200, JSON.stringify({ url }));
};
