export const words = {
  search: 'Search monitors',
  searchHint: 'Search name, tag, ping ID…',
  clearSearch: 'Clear search',
  project: 'Project',
  status: 'Status',
  tag: 'Tag',
  severity: 'Severity',
  filters: 'Filters',
  clear: 'Clear filters',
  chosen: (count: number) => `${count} set`,
} as const;
