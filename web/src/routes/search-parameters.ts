/** Query parameters before validation. */
type Search = Readonly<Record<string, unknown>>;

function text(search: Search, name: string): string | undefined {
  const value = search[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Like {@link texts}, but keeps empty texts. An empty filter of a list turns off the filter of its view. */
export function textsOrEmpty<N extends string>(...names: readonly N[]) {
  return (search: Search): { readonly [name in N]?: string | undefined } =>
    Object.fromEntries(
      names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
    ) as {
      readonly [name in N]?: string | undefined;
    };
}

/** Accepts text parameters with these names, and drops all others. */
export function texts<N extends string>(...names: readonly N[]) {
  return (search: Search): { readonly [name in N]?: string | undefined } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = text(search, name);
        return value === undefined ? [] : [[name, value]];
      }),
    ) as { readonly [name in N]?: string | undefined };
}
