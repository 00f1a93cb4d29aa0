import { SECTIONS } from '@overdue/domain/configuration/resource.ts';
import type { Context } from 'hono';
import { z } from 'zod';
import { JSON_HEADERS } from '../../api/respond.ts';
import { serveDocument } from '../../platform/http/public-document.ts';
import { fileName } from '../apply-schema.ts';
import { CONFIGURATION_KINDS } from '../kinds.ts';
import { KEY } from '../read-items.ts';

/** Serves the JSON Schema of configuration files, for editors. */
export function serveConfigurationSchema(): (context: Context) => Promise<Response> {
  return serveDocument(() => JSON.stringify(configurationJSONSchema()), {
    ...JSON_HEADERS,
    'Cache-Control': 'no-cache',
  });
}

function configurationJSONSchema(): object {
  const sections = Object.fromEntries(
    CONFIGURATION_KINDS.map(({ kind, schema }) => [
      SECTIONS[kind],
      z.record(z.string().regex(KEY), schema).nullable().optional(),
    ]),
  );
  const file = z.strictObject({ name: fileName, ...sections }).meta({
    title: 'Configuration file of Overdue',
    description: 'Projects, monitors and everything around them, for `overdue apply`.',
  });
  return z.toJSONSchema(file, { io: 'input', unrepresentable: 'any', target: 'draft-7' });
}
