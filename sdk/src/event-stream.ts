export interface StreamedEvent {
  readonly event: string;
  readonly data: string;
}

const LINE_END = /\r\n|\n|\r(?!$)/;
/** Maximum length of a line in UTF-16 units. */
const LENGTH_MAX = 64 * 1024 * 1024;

/** Parses a stream of server-sent events. Call the parser with each piece of text; it returns the events completed so far. */
export function createEventParser(): (text: string) => readonly StreamedEvent[] {
  let rest = '';
  let event = '';
  let data: string[] = [];

  return (text) => {
    const lines = (rest + text).split(LINE_END);
    rest = lines.pop() ?? '';
    if (rest.length > LENGTH_MAX) throw new Error('An event is too long.');
    const whole: StreamedEvent[] = [];
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) whole.push({ event: event === '' ? 'message' : event, data: data.join('\n') });
        event = '';
        data = [];
        continue;
      }
      const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (field === 'event') event = value;
      if (field === 'data') data.push(value);
    }
    return whole;
  };
}
