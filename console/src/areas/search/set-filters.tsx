import { useText } from '#lib/i18n.ts'
import { type Chip, FilterChips } from '#ui/filter/filter-chips.tsx'
import { formatPercent } from '#ui/meter/figures.ts'
import { idsOf, useScopes } from './scopes.ts'
import type { SearchFiltersProps } from './filter-panel.tsx'
import { text } from './text.ts'

const names = ['spaces', 'datasets', 'threshold'] as const
type FilterName = (typeof names)[number]

export function SetFilters({ search, onChange }: Pick<SearchFiltersProps, 'search' | 'onChange'>) {
  const t = useText(text)
  const scopes = useScopes()
  const remove = (removed: readonly FilterName[]) =>
    onChange(Object.fromEntries(removed.map((name) => [name, undefined])))
  const chips = names.flatMap((name): Chip<FilterName>[] => {
    if (name === 'threshold') {
      const { threshold } = search
      if (threshold === undefined) return []
      return [
        {
          names: [name],
          words: threshold === 0 ? t('anyLikeness') : `${t('likeness')} ≥ ${formatPercent(threshold / 100)}`,
        },
      ]
    }
    const ids = idsOf(search[name])
    const titles = new Map(scopes[name].map((scope) => [scope.id, scope.name]))
    return ids.length === 0
      ? []
      : [{ names: [name], words: `${t(name)}: ${ids.map((id) => titles.get(id) ?? '…').join(', ')}` }]
  })
  return <FilterChips<FilterName> chips={chips} onRemove={remove} onClear={() => remove(names)} />
}
