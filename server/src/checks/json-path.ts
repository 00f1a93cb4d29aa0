/** Names of members and places in lists, from the outermost value inwards. */
type JSONPath = readonly (string | number)[];

/** Maximum steps of a path. */
const DEPTH_MAX = 20;
const LENGTH_MAX = 200;

/** Parses a path such as `data.items[0].state`. An empty path is the document. Returns null if the text is no path. */
export function parseJSONPath(text: string): JSONPath | null {
  if (text === '') return [];
  if (text.length > LENGTH_MAX) return null;
  const steps: (string | number)[] = [];
  for (const [index, part] of text.split('.').entries()) {
    const open = part.indexOf('[');
    const name = open === -1 ? part : part.slice(0, open);
    // Only the first part may be a place in a list: `[0].name`.
    if (name === '' && (index > 0 || open === -1)) return null;
    if (name.includes(']')) return null;
    if (name !== '') steps.push(name);
    for (const place of open === -1 ? [] : part.slice(open + 1).split('[')) {
      if (!/^\d{1,6}\]$/.test(place)) return null;
      steps.push(Number.parseInt(place, 10));
    }
  }
  return steps.length > DEPTH_MAX ? null : steps;
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(document: unknown, path: JSONPath): unknown {
  let value = document;
  for (const step of path) {
    if (typeof step === 'number') value = Array.isArray(value) ? value[step] : undefined;
    else value = isMember(value, step) ? value[step] : undefined;
  }
  return value;
}

function isMember(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name);
}
