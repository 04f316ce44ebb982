/* eslint-disable jsx-a11y/prefer-tag-over-role -- a fieldset's legend stands in its border */
import { type FormEvent, useId } from 'react'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/number-input.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { filterText } from './filter-text.ts'
import styles from './filters.module.css'
import { fileKinds, type FilesSearch } from './search.ts'

interface FilterPanelProps {
  search: FilesSearch
  onChange: (part: Partial<FilesSearch>) => void
}

const mebibyte = 1024 * 1024
const inMebibytes = (bytes: number | undefined) => (bytes === undefined ? null : Number((bytes / mebibyte).toFixed(3)))
const inBytes = (amount: number | null) => (amount === null ? undefined : Math.round(amount * mebibyte))

/** Everything that files can be narrowed by, beside their name. What is set holds at once. */
export function FilterPanel({ search, onChange }: FilterPanelProps) {
  const t = useText(filterText)
  const id = useId()
  const yes = (name: 'broken' | 'duplicated') => (event: FormEvent<HTMLInputElement>) =>
    onChange({ [name]: event.currentTarget.checked ? true : undefined })
  const day = (name: 'from' | 'to') => ({
    type: 'date',
    value: search[name] ?? '',
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [name]: target.value || undefined }),
  })
  return (
    <div className={styles['panel']}>
      <label className={styles['field']}>
        {t('kind')}
        <select
          value={search.kind ?? ''}
          onChange={({ target }) => onChange({ kind: fileKinds.find((kind) => kind === target.value) })}
        >
          <option value="">{t('anyKind')}</option>
          {fileKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(kind)}
            </option>
          ))}
        </select>
      </label>
      <div className={styles['field']} role="group" aria-labelledby={`${id}-size`}>
        <span id={`${id}-size`}>{t('sizeUnit')}</span>
        <span className={styles['pair']}>
          <NumberInput
            min={0}
            placeholder={t('atLeast')}
            aria-label={`${t('sizeUnit')} ${t('atLeast')}`}
            value={inMebibytes(search.minimumSize)}
            onChange={(amount) => onChange({ minimumSize: inBytes(amount) })}
          />
          <NumberInput
            min={0}
            placeholder={t('atMost')}
            aria-label={`${t('sizeUnit')} ${t('atMost')}`}
            value={inMebibytes(search.maximumSize)}
            onChange={(amount) => onChange({ maximumSize: inBytes(amount) })}
          />
        </span>
      </div>
      <div className={styles['field']} role="group" aria-labelledby={`${id}-added`}>
        <span id={`${id}-added`}>{t('added')}</span>
        <span className={styles['pair']}>
          <input {...day('from')} max={search.to} aria-label={`${t('added')} ${t('from')}`} />
          <input {...day('to')} min={search.from} aria-label={`${t('added')} ${t('to')}`} />
        </span>
      </div>
      <div className={styles['field']}>
        <span aria-hidden>{t('tags')}</span>
        <SearchField
          value={search.tags}
          name={t('tags')}
          label={t('tagsHint')}
          hint={t('tagsHint')}
          width={300}
          onSearch={(tags) => onChange({ tags })}
        />
      </div>
      <div className={styles['field']} role="group" aria-labelledby={`${id}-score`}>
        <span id={`${id}-score`}>
          {t('score')} <small>{t('scoreHint')}</small>
        </span>
        <span className={styles['pair']}>
          <NumberInput
            min={0}
            max={1}
            placeholder={t('atLeast')}
            aria-label={`${t('score')} ${t('atLeast')}`}
            value={search.minimumScore ?? null}
            onChange={(score) => onChange({ minimumScore: score ?? undefined })}
          />
          <NumberInput
            min={0}
            max={1}
            placeholder={t('atMost')}
            aria-label={`${t('score')} ${t('atMost')}`}
            value={search.maximumScore ?? null}
            onChange={(score) => onChange({ maximumScore: score ?? undefined })}
          />
        </span>
      </div>
      <label className={styles['yes']}>
        <input type="checkbox" checked={search.broken === true} onChange={yes('broken')} />
        {t('broken')}
      </label>
      <label className={styles['yes']}>
        <input type="checkbox" checked={search.duplicated === true} onChange={yes('duplicated')} />
        {t('duplicated')}
      </label>
    </div>
  )
}
