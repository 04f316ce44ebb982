import type { Label } from '@vermilion/contract/labels/dataset-labels'
import { useText } from '#lib/i18n.ts'
import { Keys } from '#ui/keyboard/keys.tsx'
import styles from './classify.module.css'
import { classifyText } from './text.ts'
import type { ClassifyPage } from './use-classify-page.ts'

interface ClassButtonsProps {
  labels: readonly Label[]
  byKey: ReadonlyMap<string, Label>
  page: ClassifyPage
  disabled: boolean
  onLabel: (label: Label) => void
}

/** The classes with their keys, and how many images of the page have each. */
export function ClassButtons({ labels, byKey, page, disabled, onLabel }: ClassButtonsProps) {
  const t = useText(classifyText)
  const keys = new Map([...byKey].map(([key, { id }]) => [id, key]))
  return (
    <div className={styles['buttons']} role="toolbar" aria-label={t('classes')}>
      {labels.map((label) => {
        const key = keys.get(label.id)
        const count = page.items.filter(({ id }) => page.classesOf(id).includes(label.id)).length
        return (
          <button
            key={label.id}
            type="button"
            disabled={disabled}
            title={t('setClass', { name: label.name, count })}
            onClick={() => onLabel(label)}
          >
            <i style={{ background: label.colour }} aria-hidden />
            <span>{label.name}</span>
            <b>{count}</b>
            {key !== undefined && <Keys combination={key} />}
          </button>
        )
      })}
    </div>
  )
}
