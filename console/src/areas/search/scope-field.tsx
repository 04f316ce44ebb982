import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { useClearButton } from '#ui/form/use-clear-button.tsx'
import { idsOf, useScopes } from './scopes.ts'
import type { ImageSearchSearch } from './search.ts'
import { text } from './text.ts'

type Kind = 'spaces' | 'datasets'

interface ScopeFieldProps {
  search: ImageSearchSearch
  onChange: (changes: Pick<ImageSearchSearch, Kind>) => void
}

const wordsOf = (values: readonly string[], kind: Kind) => {
  const ids = values.filter((value) => value.startsWith(`${kind}:`)).map((value) => value.slice(kind.length + 1))
  return ids.length === 0 ? undefined : ids.join(',')
}

export function ScopeField({ search, onChange }: ScopeFieldProps) {
  const t = useText(text)
  const clearButton = useClearButton()
  const scopes = useScopes()
  const optionsOf = (kind: Kind) => ({
    label: t(kind),
    options: scopes[kind].map(({ id, name }) => ({ value: `${kind}:${id}`, label: name })),
  })
  const value = [
    ...idsOf(search.spaces).map((id) => `spaces:${id}`),
    ...idsOf(search.datasets).map((id) => `datasets:${id}`),
  ]
  return (
    <Select<string[]>
      mode="multiple"
      allowClear={clearButton}
      maxTagCount="responsive"
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('everywhere')}
      aria-label={t('scope')}
      loading={scopes.isPending}
      value={value}
      labelRender={({ label }) => label ?? '…'}
      onChange={(values) => onChange({ spaces: wordsOf(values, 'spaces'), datasets: wordsOf(values, 'datasets') })}
      options={[optionsOf('spaces'), optionsOf('datasets')]}
    />
  )
}
