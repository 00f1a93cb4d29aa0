export interface Counter {
  inc(by?: number): void;
}

export interface Gauge {
  set(value: number): void;
  /** Reads the value from `source` whenever the metrics are rendered. */
  readFrom(source: () => number): void;
}

export interface Histogram {
  observe(value: number): void;
}

/** Labels of a series. Values must come from a closed set, because each combination is a permanent time series. */
type Labels = Readonly<Record<string, string>>;

export interface Registry {
  counter(name: string, help: string, labels?: Labels): Counter;
  gauge(name: string, help: string, labels?: Labels): Gauge;
  /** `bounds` are the upper bounds of the buckets, ascending. A bucket without an upper bound is added. */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram;
  /** Returns all metrics in the text format, version 0.0.4. */
  render(): string;
  /** Sets the text of metric families whose series can appear and disappear. {@link writeFamily} formats each family. */
  setDynamic(text: string): void;
}

export function writeFamily(name: string, help: string, samples: readonly string[]): string {
  return `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} gauge\n${samples.join('')}`;
}

export function writeSample(name: string, labels: string, value: number): string {
  return `${name}${labels} ${numberText(value)}\n`;
}

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Type = 'counter' | 'gauge' | 'histogram';

interface Family {
  readonly type: Type;
  readonly help: string;
  readonly series: (() => string)[];
}

/** Creates a registry of metrics. Formats each metric's labels only once, so that counting is only an addition. */
export function createRegistry(): Registry {
  const families = new Map<string, Family>();
  let dynamic = '';

  function add(
    name: string,
    { type, help, write }: { readonly type: Type; readonly help: string; readonly write: () => string },
  ): void {
    const family = families.get(name);
    if (family === undefined) families.set(name, { type, help, series: [write] });
    else family.series.push(write);
  }

  return {
    counter(name, help, labels = {}) {
      const series = name + labelText(labels);
      let value = 0;
      add(name, { type: 'counter', help, write: () => `${series} ${value}\n` });
      return {
        inc(by = 1) {
          value += by;
        },
      };
    },
    gauge(name, help, labels = {}) {
      const series = name + labelText(labels);
      let value = 0;
      let read = (): number => value;
      add(name, { type: 'gauge', help, write: () => `${series} ${numberText(read())}\n` });
      return {
        set(next) {
          value = next;
        },
        readFrom(source) {
          read = source;
        },
      };
    },
    histogram(name, help, bounds) {
      const buckets = openBuckets(bounds);
      add(name, { type: 'histogram', help, write: () => buckets.render(name) });
      return { observe: buckets.observe };
    },
    render() {
      let text = '';
      for (const [name, { type, help, series }] of families) {
        text += `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n`;
        for (const write of series) text += write();
      }
      return text + dynamic;
    },
    setDynamic(text) {
      dynamic = text;
    },
  };
}

function openBuckets(bounds: readonly number[]) {
  const counts = new Float64Array(bounds.length + 1);
  let sum = 0;
  return {
    observe(value: number): void {
      let bucket = 0;
      while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket += 1;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += value;
    },
    render(name: string): string {
      let text = '';
      let total = 0;
      counts.forEach((count, bucket) => {
        total += count;
        const le = numberText(bounds[bucket] ?? Number.POSITIVE_INFINITY);
        text += `${name}_bucket${labelText({ le })} ${total}\n`;
      });
      return `${text}${name}_sum ${numberText(sum)}\n${name}_count ${total}\n`;
    },
  };
}

export function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function escapeHelp(help: string): string {
  return help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
}
