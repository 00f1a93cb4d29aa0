import { Document, isMap } from 'yaml';
import type { ConfigurationExport } from '../../../sdk/src/api.generated.ts';

/** Returns the text of a configuration file. */
export function yamlOf(
  { file, sections, secrets }: ConfigurationExport,
  { url, keepsIDs }: { readonly url: string; readonly keepsIDs: boolean },
): string {
  const document = new Document({ name: file, ...escaped(sections) });
  document.commentBefore = ` yaml-language-server: $schema=${url}/v1/configuration.schema.json`;
  for (const path of secrets) {
    const [section = '', key = '', ...setting] = path.split('.');
    const item = document.getIn([section, key], true);
    if (!isMap(item)) continue;
    const note = ` ${setting.join('.')} is secret and stays as it is. Set it here with \${${variableFor(key, setting)}}.`;
    item.commentBefore = [item.commentBefore, note].filter((line) => line != null).join('\n');
  }
  if (!keepsIDs)
    for (const [section, items] of Object.entries(sections))
      for (const key of Object.keys(items ?? {})) document.deleteIn([section, key, 'id']);
  return document.toString({ lineWidth: 120 });
}

function variableFor(key: string, setting: readonly string[]): string {
  return [key, setting.at(-1) ?? '']
    .join('_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
}

/** Escapes text that "overdue apply" would read as a variable. */
function escaped(value: object): object {
  const text = JSON.stringify(value).replaceAll('${', '$${');
  const copy: unknown = JSON.parse(text);
  return typeof copy === 'object' && copy !== null ? copy : {};
}
