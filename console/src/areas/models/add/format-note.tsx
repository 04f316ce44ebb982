import { useText } from '#lib/i18n.ts'
import styles from './add.module.css'
import { formatText } from './format-text.ts'

export function FormatNote() {
  const t = useText(formatText)
  return (
    <dl className={`${styles['formats']} margin-0-0-24 border radius-10`} aria-label={t('title')}>
      {(['runs', 'generates', 'kept'] as const).map((key) => (
        <div className="grid gap-12" key={key}>
          <dt className="weight-500">{t(key)}</dt>
          <dd className="break-anywhere">
            {t(`${key}Files`)}
            <small className="note block">{t(`${key}Words`)}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
