import type { ChannelType } from '@overdue/sdk';

type Category = ChannelType['category'];
type ListedType = Pick<ChannelType, 'type' | 'title' | 'category'>;

const ORDER = ['chat', 'phone', 'on_call', 'other'] as const satisfies readonly Category[];

/** Returns the types that match the search by category, in the order of the API within each category. */
export function typesByCategory<Type extends ListedType>(
  types: readonly Type[],
  search: string,
): readonly { readonly category: Category; readonly types: readonly Type[] }[] {
  const wanted = search.trim().toLowerCase();
  const matching = types.filter(({ title, type }) => `${title} ${type}`.toLowerCase().includes(wanted));
  return ORDER.map((category) => ({
    category,
    types: matching.filter((type) => type.category === category),
  })).filter((listed) => listed.types.length > 0);
}
