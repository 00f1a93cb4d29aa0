import { expect } from 'vitest';
import { z } from 'zod';
import { eventsOf } from '../ping/ping-response.ts';
import type { RunningMonitor, RunningServer } from '../running-server.ts';
import type { Tool } from './fetched-tools.ts';
import { inheritedEnvironment } from './fetched-tools.ts';
import { type Outcome, runProgram } from './shell.ts';

const projects = z.array(z.object({ shortID: z.string(), isDefault: z.boolean() }));
const key = z.object({ secret: z.string(), dsn: z.string().nullable() });
const monitors = z.array(z.looseObject({ shortID: z.string(), name: z.string(), slug: z.string() }));

/** Makes a key of the team's default project. */
export async function makeKey(server: RunningServer, kind: 'ping' | 'read_write' | 'read') {
  const listed = projects.parse((await server.api('GET', '/v1/projects/')).projects);
  const project = listed.find(({ isDefault }) => isDefault)?.shortID ?? '';
  return key.parse((await server.api('POST', `/v1/projects/${project}/keys/`, { kind, name: kind })).key);
}

/** Runs a client with the given variables. */
export function runClient(
  { program, args, env }: Tool,
  more: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<Outcome> {
  return runProgram(program, [...args, ...more], { ...inheritedEnvironment(), ...env, ...variables });
}

/** Returns the types of a monitor's events, oldest first. */
export async function typesOf(
  server: RunningServer,
  monitor: Pick<RunningMonitor, 'shortID'>,
): Promise<readonly unknown[]> {
  return (await eventsOf(server, monitor)).map(({ type }) => type).reverse();
}

/** Finds a monitor that a client has created, by its slug. */
export async function findBySlug(server: RunningServer, slug: string) {
  const listed = monitors.parse((await server.api('GET', '/v1/monitors/')).monitors);
  const found = listed.find((candidate) => candidate.slug === slug);
  expect(found, `no monitor has the slug ${slug}`).toBeDefined();
  return server.readMonitor(found?.shortID ?? '');
}
