import { datasetEndpoints } from '@vermilion/contract/datasets'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useClearButton } from '#ui/form/use-clear-button.tsx'
import type { ImageSearchSearch } from './search.ts'
import styles from './search.module.css'
import { text } from './text.ts'

type Kind = 'spaces' | 'datasets'

interface ScopeFieldProps {
  search: ImageSearchSearch
  onChange: (part: Pick<ImageSearchSearch, Kind>) => void
}

const idsOf = (words: string | undefined) => (words ?? '').split(',').filter((id) => id !== '')
const wordsOf = (values: readonly string[], kind: Kind) => {
  const ids = values.filter((value) => value.startsWith(`${kind}:`)).map((value) => value.slice(kind.length + 1))
  return ids.length === 0 ? undefined : ids.join(',')
}

/** Where is searched: some data spaces and datasets, or all of them. */
export function ScopeField({ search, onChange }: ScopeFieldProps) {
  const t = useText(text)
  const clearButton = useClearButton()
  const query = { limit: maximumPageSize }
  const spaces = useQuery(read(spaceEndpoints.listSpaces, { query }))
  const datasets = useQuery(read(datasetEndpoints.listDatasets, { query }))
  const optionsOf = (kind: Kind, things: readonly { id: string; name: string }[] | undefined) => ({
    label: t(kind),
    options: (things ?? []).map(({ id, name }) => ({ value: `${kind}:${id}`, label: name })),
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
      className={styles['scope'] ?? ''}
      placeholder={t('everywhere')}
      aria-label={t('scope')}
      loading={spaces.isPending || datasets.isPending}
      value={value}
      labelRender={({ label }) => label ?? '…'}
      onChange={(values) => onChange({ spaces: wordsOf(values, 'spaces'), datasets: wordsOf(values, 'datasets') })}
      options={[optionsOf('spaces', spaces.data?.items), optionsOf('datasets', datasets.data?.items)]}
    />
  )
}
