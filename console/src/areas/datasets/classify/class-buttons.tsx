import { datasetEndpoints } from '@vermilion/contract/datasets'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Keys } from '#ui/keyboard/keys.tsx'
import styles from './classify.module.css'
import { classifyText } from './text.ts'

interface ClassButtonsProps {
  datasetId: string
  labels: readonly Label[]
  byKey: ReadonlyMap<string, Label>
  disabled: boolean
  onLabel: (label: Label) => void
}

export function ClassButtons({ datasetId, labels, byKey, disabled, onLabel }: ClassButtonsProps) {
  const t = useText(classifyText)
  const { data: report } = useQuery(read(datasetEndpoints.datasetReport, { params: { datasetId } }))
  const keys = new Map([...byKey].map(([key, { id }]) => [id, key]))
  return (
    <div className={`${styles['buttons']} flex wrap gap-8`} role="toolbar" aria-label={t('classes')}>
      {labels.map((label) => {
        const key = keys.get(label.id)
        const count = report?.classes.find(({ labelId }) => labelId === label.id)?.images
        return (
          <button
            className="field-frame inline-row gap-8 min-height-36 padding-0-14 text-ink font-14 cursor-pointer"
            key={label.id}
            type="button"
            disabled={disabled}
            title={count === undefined ? label.name : t('setClass', { name: label.name, count })}
            style={{ '--class': label.colour } as CSSProperties}
            onClick={() => onLabel(label)}
          >
            <i className="rigid width-10 height-10 radius-4" aria-hidden />
            <strong className="weight-600">{label.name}</strong>
            {count !== undefined && <b className="note weight-400 tabular">{t('images', { count })}</b>}
            {key !== undefined && (
              <span className={`${styles['key']} inline-flex`}>
                <Keys combination={key} />
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
