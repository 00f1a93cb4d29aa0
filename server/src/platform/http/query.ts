import type { Field } from '@overdue/domain/ping/ping-field.ts';

/** Characters that mark an encoded query. */
const ENCODED = /[%+]/;

/** Parses a query like `URLSearchParams`, but drops nameless parameters. Fast for a single unencoded parameter. */
export function readQuery(query: string): readonly Field[] {
  if (ENCODED.test(query)) {
    const fields: Field[] = [];
    // `URLSearchParams` strips one leading question mark. Adding one keeps a question mark that belongs to the query.
    for (const [name, value] of new URLSearchParams(`?${query}`))
      if (name !== '') fields.push({ name, value });
    return fields;
  }
  const fields: Field[] = [];
  for (let start = 0; start <= query.length; ) {
    const next = query.indexOf('&', start);
    const end = next === -1 ? query.length : next;
    const equals = query.indexOf('=', start);
    const nameEnd = equals === -1 || equals > end ? end : equals;
    if (nameEnd > start)
      fields.push({ name: query.slice(start, nameEnd), value: query.slice(nameEnd + 1, end) });
    start = end + 1;
  }
  return fields;
}
