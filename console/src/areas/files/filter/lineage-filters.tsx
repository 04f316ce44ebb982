import { generationEndpoints } from '@vermilion/contract/generations'
import { useQueries } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { FilterChoice, FilterField } from '#ui/filter/filter-fields.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { SearchField } from '#ui/filter/search-field.tsx'
import { useSceneKey, useSceneWord } from '../scene-words.ts'
import { useSearchedWorkflow } from '../workflow-names.ts'
import { lineageFilterText } from './lineage-filter-text.ts'
import styles from './lineage-filters.module.css'
import { useGenerationName } from './lineage-chips.ts'
import type { LineageSearch } from './lineage-names.ts'

const maxOptions = 100

interface LineageFiltersProps {
  spaceIds: readonly string[]
  search: LineageSearch
  onChange: (changes: LineageSearch) => void
}

export function LineageFilters({ spaceIds, search, onChange }: LineageFiltersProps) {
  const t = useText(lineageFilterText)
  const wordOf = useSceneWord()
  const keyOf = useSceneKey()
  const workflowName = useSearchedWorkflow()
  const generations = useGenerationOptions(spaceIds, search.generationId)
  const isSet = Object.values(search).some((value) => value !== undefined)
  const message = (name: 'prompt' | 'lora' | 'workflowHash') => (
    <FilterField name={t(name)}>
      <SearchField
        value={search[name]}
        name={t(name)}
        label={t(`${name}Hint`)}
        width={320}
        onSearch={(value) => onChange({ [name]: value })}
      />
    </FilterField>
  )
  return (
    <details className={`${styles['group']} grid gap-14`} open={isSet}>
      <summary className="padding-6-0 border-top text-ink cursor-pointer">{t('title')}</summary>
      <FilterChoice
        name={t('generation')}
        any={t('anyGeneration')}
        value={search.generationId}
        options={generations}
        onChange={(generationId) => onChange({ generationId })}
      />
      {message('prompt')}
      <FilterField name={t('sceneItem')}>
        <SearchField
          value={search.sceneItem === undefined ? undefined : wordOf(search.sceneItem)}
          name={t('sceneItem')}
          label={t('sceneItemHint')}
          width={320}
          onSearch={(value) => onChange({ sceneItem: value === undefined ? undefined : keyOf(value) })}
        />
      </FilterField>
      <FilterField name={t('workflow')}>
        <SearchField
          value={search.workflow === undefined ? undefined : workflowName.shown(search.workflow)}
          name={t('workflow')}
          label={t('workflowHint')}
          width={320}
          onSearch={(value) => onChange({ workflow: value === undefined ? undefined : workflowName.stored(value) })}
        />
      </FilterField>
      {message('lora')}
      <FilterField name={t('seed')}>
        <NumberInput
          min={0}
          integer
          placeholder={t('seedHint')}
          aria-label={t('seed')}
          value={search.seed ?? null}
          onChange={(seed) => onChange({ seed: seed ?? undefined })}
        />
      </FilterField>
      {message('workflowHash')}
    </details>
  )
}

function useGenerationOptions(spaceIds: readonly string[], selected: string | undefined) {
  const lists = useQueries({
    queries: spaceIds.map((spaceId) =>
      read(generationEndpoints.listGenerations, { params: { spaceId }, query: { limit: maxOptions } }),
    ),
  })
  const name = useGenerationName(selected)
  const options = lists
    .flatMap(({ data }) => data?.items ?? [])
    .map(({ id, config }) => ({ value: id, label: config.name }))
  const isOffered = selected === undefined || options.some(({ value }) => value === selected)
  return isOffered ? options : [{ value: selected, label: name }, ...options]
}
