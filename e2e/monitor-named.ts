import type { Client, Monitor } from '../sdk/src/index.ts';

export async function monitorNamed(api: Client, name: string): Promise<Monitor> {
  const { monitors } = await api.monitors.list({ q: name });
  const monitor = monitors.find((candidate) => candidate.name === name);
  if (monitor === undefined) throw new Error(`The sample team has no monitor ${name}.`);
  return monitor;
}
