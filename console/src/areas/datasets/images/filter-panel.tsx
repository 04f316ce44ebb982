import type { Dataset } from '@vermilion/contract/datasets'
import { PersonSelect } from '#areas/accounts'
import { LineageFilters, lineageOf } from '#areas/files'
import { useText } from '#lib/i18n.ts'
import { FilterChoice, FilterDays, FilterField, FilterFields, FilterYes } from '#ui/filter/filter-fields.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { SearchField } from '#ui/filter/search-field.tsx'
import { text as assignmentText } from '../assignments/text.ts'
import { findings, type ImageFilter, splits } from '../search.ts'
import { LabelSelect, StatusSelect } from './filter-selects.tsx'
import styles from './images.module.css'
import { text } from './text.ts'

interface FilterPanelProps {
  dataset: Dataset
  search: ImageFilter
  onChange: (changes: Partial<ImageFilter>) => void
}

export function FilterPanel({ dataset, search, onChange }: FilterPanelProps) {
  const t = useText(text)
  const amount = (name: 'minimumLabels' | 'maximumLabels', hint: string) => (
    <NumberInput
      min={0}
      integer
      placeholder={hint}
      aria-label={`${t('labelsOnImage')} ${hint}`}
      value={search[name] ?? null}
      onChange={(value) => onChange({ [name]: value ?? undefined })}
    />
  )
  const score = (name: 'minimumScore' | 'maximumScore', hint: string) => (
    <NumberInput
      min={0}
      max={100}
      placeholder={hint}
      aria-label={`${t('score')} ${hint}`}
      value={search[name] ?? null}
      onChange={(value) => onChange({ [name]: value ?? undefined })}
    />
  )
  return (
    <FilterFields>
      <NarrowFilters dataset={dataset} search={search} onChange={onChange} />
      <FilterChoice
        name={t('split')}
        any={t('anySplit')}
        value={splits.find((split) => split === search.split)}
        options={splits.map((split) => ({ value: split, label: t(split) }))}
        onChange={(split) => onChange({ split })}
      />
      <FilterField name={t('labelsOnImage')} pair>
        {amount('minimumLabels', t('atLeast'))}
        {amount('maximumLabels', t('atMost'))}
      </FilterField>
      <FilterField name={t('annotator')}>
        <SearchField
          value={search.annotator}
          name={t('annotator')}
          label={t('annotatorHint')}
          width={320}
          onSearch={(annotator) => onChange({ annotator })}
        />
      </FilterField>
      <PersonFilters search={search} onChange={onChange} />
      <FilterDays name={t('annotatedAt')} from={search.from} to={search.to} onChange={onChange} />
      <FilterField name={t('tag')}>
        <SearchField
          value={search.tag}
          name={t('tag')}
          label={t('tagHint')}
          width={320}
          onSearch={(tag) => onChange({ tag })}
        />
      </FilterField>
      <FilterChoice
        name={t('finding')}
        any={t('noFinding')}
        value={search.finding}
        options={findings.map((finding) => ({ value: finding, label: t(`finding-${finding}`) }))}
        onChange={(finding) => onChange({ finding })}
      />
      <FilterField name={t('score')} pair>
        {score('minimumScore', t('atLeast'))}
        {score('maximumScore', t('atMost'))}
      </FilterField>
      <FilterYes
        text={t('chipGone')}
        value={search.available === false}
        onChange={(onlyMissing) => onChange({ available: onlyMissing === true ? false : undefined })}
      />
      <LineageFilters spaceIds={dataset.spaces.map(({ id }) => id)} search={lineageOf(search)} onChange={onChange} />
    </FilterFields>
  )
}

function NarrowFilters({ dataset, search, onChange }: FilterPanelProps) {
  const t = useText(text)
  return (
    <div className={styles['narrow']}>
      <FilterField name={t('status')}>
        <StatusSelect search={search} onChange={onChange} />
      </FilterField>
      <FilterField name={t('label')}>
        <LabelSelect dataset={dataset} search={search} onChange={onChange} />
      </FilterField>
    </div>
  )
}

function PersonFilters({ search, onChange }: Omit<FilterPanelProps, 'dataset'>) {
  const t = useText(assignmentText)
  const field = (key: 'assignee' | 'assignedReviewer', name: string) => (
    <FilterField name={name}>
      <PersonSelect
        label={name}
        placeholder={t('anybody')}
        value={search[key]}
        onChange={(username) => onChange({ [key]: username })}
      />
    </FilterField>
  )
  return (
    <>
      {field('assignee', t('assignee'))}
      {field('assignedReviewer', t('reviewer'))}
    </>
  )
}
