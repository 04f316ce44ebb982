import { useText } from '#lib/i18n.ts'
import { FilterField, FilterFields } from '#ui/filter/filter-fields.tsx'
import Select from 'antd/es/select'
import { useClearButton } from '#ui/form/use-clear-button.tsx'
import { idsOf, useScopes } from './scopes.ts'
import type { ImageSearchSearch } from './search.ts'
import { text } from './text.ts'
import Button from 'antd/es/button'
import Slider from 'antd/es/slider'
import { useState } from 'react'
import { formatPercent } from '#ui/meter/figures.ts'
import styles from './search.module.css'

export interface SearchFiltersProps {
  search: ImageSearchSearch
  hasThreshold: boolean
  usualThreshold: number
  onChange: (changes: Partial<ImageSearchSearch>) => void
}

export function FilterPanel({ search, hasThreshold, usualThreshold, onChange }: SearchFiltersProps) {
  const t = useText(text)
  return (
    <FilterFields>
      <FilterField name={t('scope')}>
        <ScopeField search={search} onChange={onChange} />
      </FilterField>
      {hasThreshold && (
        <FilterField name={t('threshold')}>
          <ThresholdField
            chosen={search.threshold}
            usual={usualThreshold}
            onChange={(threshold) => onChange({ threshold })}
          />
        </FilterField>
      )}
    </FilterFields>
  )
}

interface ThresholdFieldProps {
  chosen: number | undefined
  usual: number
  onChange: (value: number | undefined) => void
}

/** The minimum similarity in percent. The address changes when the handle is released. */
function ThresholdField({ chosen, usual, onChange }: ThresholdFieldProps) {
  const t = useText(text)
  const value = chosen ?? usual
  const [visible, setVisible] = useState(value)
  const [synced, setSynced] = useState(value)
  if (synced !== value) {
    setSynced(value)
    setVisible(value)
  }
  return (
    <span className={`${styles['threshold']} row gap-12`}>
      <Slider
        min={0}
        max={100}
        value={visible}
        ariaLabelForHandle={t('threshold')}
        tooltip={{ formatter: (percent) => formatPercent((percent ?? 0) / 100) }}
        onChange={setVisible}
        onChangeComplete={onChange}
      />
      <b className="min-width-46 text-ink weight-500 tabular text-right">
        {visible === 0 ? t('anyValue') : formatPercent(visible / 100)}
      </b>
      <Button size="small" type="text" disabled={chosen === undefined} onClick={() => onChange(undefined)}>
        {t('usualValue')}
      </Button>
    </span>
  )
}

type Kind = 'spaces' | 'datasets'

interface ScopeFieldProps {
  search: ImageSearchSearch
  onChange: (changes: Pick<ImageSearchSearch, Kind>) => void
}

const wordsOf = (values: readonly string[], kind: Kind) => {
  const ids = values.filter((value) => value.startsWith(`${kind}:`)).map((value) => value.slice(kind.length + 1))
  return ids.length === 0 ? undefined : ids.join(',')
}

function ScopeField({ search, onChange }: ScopeFieldProps) {
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
