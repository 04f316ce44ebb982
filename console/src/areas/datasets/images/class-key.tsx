import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import type { ImageFilter } from '../search.ts'
import styles from './images.module.css'
import { text } from './text.ts'

export interface ClassKeyProps {
  dataset: Dataset
  search: ImageFilter
  onChange: (changes: Partial<ImageFilter>) => void
}

export function ClassKey({ dataset, search, onChange }: ClassKeyProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const report = useQuery(read(datasetEndpoints.datasetReport, { params: { datasetId: dataset.id } })).data
  if (dataset.labels.length === 0) return null
  const countOf = (id: string) => report?.classes.find(({ labelId }) => labelId === id)?.count
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is of forms
    <div className={styles['key']} role="group" aria-label={t('classKey')}>
      {dataset.labels.map(({ id, name, colour }) => {
        const isShown = search.label === id
        return (
          <button
            className="inline-row gap-6 min-height-28 radius-6 font-13 padding-0-10 border ground-panel text-ink cursor-pointer"
            style={{ maxWidth: 240 }}
            key={id}
            type="button"
            aria-pressed={isShown}
            onClick={() => onChange({ label: isShown ? undefined : id })}
          >
            <i className="rigid width-10 height-10 radius-2" style={{ background: colour }} />
            <span className="ellipsis">{name}</span>
            {report !== undefined && (
              <small className="text-secondary font-12 tabular">{formatNumber(countOf(id) ?? 0, language)}</small>
            )}
          </button>
        )
      })}
    </div>
  )
}
