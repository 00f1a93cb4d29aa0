import { lengthOf } from '../../platform/http/compression.ts';

/** Loads the YAML library on first use, because most installations never need it. */
export async function respondYAML(jobs: Readonly<Record<string, object>>): Promise<Response> {
  const { writeCronitorYAML } = await import('./import.ts');
  const text = writeCronitorYAML(jobs);
  const headers = { 'Content-Type': 'application/yaml', 'Cache-Control': 'no-store', ...lengthOf(text) };
  return new Response(text, { headers });
}
