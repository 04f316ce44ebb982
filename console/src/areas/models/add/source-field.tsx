import { useText } from '#lib/i18n.ts'
import styles from './add.module.css'
import { addText } from './text.ts'

const sources = ['upload', 'space', 'task', 'address'] as const
export type ModelSource = (typeof sources)[number]

interface SourceFieldProps {
  value?: ModelSource
  onChange?: (source: ModelSource) => void
}

export function SourceField({ value, onChange }: SourceFieldProps) {
  const t = useText(addText)
  return (
    <fieldset className={`${styles['sources']} grid gap-8 margin-0 padding-0 border-0`} aria-label={t('source')}>
      {sources.map((source) => (
        <label
          className="row gap-8 min-height-36 padding-0-10 border-strong radius-8 nowrap cursor-pointer"
          key={source}
        >
          <input
            className="margin-0 accent-primary"
            type="radio"
            name="model-source"
            checked={source === value}
            onChange={() => onChange?.(source)}
          />
          {t(source)}
        </label>
      ))}
    </fieldset>
  )
}
