export const words = {
  search: 'Search monitors',
  searchHint: 'Search name, tag, ping ID…',
  clearSearch: 'Clear search',
  project: 'Project',
  status: 'Status',
  tag: 'Tag',
  facet: (name: string, value: string) => `${name}: ${value}`,
  facetMany: (name: string, count: number) => `${name}: ${count}`,
  facetSearch: (name: string) => `Find a ${name.toLowerCase()}`,
  anyOf: 'Any',
} as const;
