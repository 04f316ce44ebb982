import { importColumns, type ImportColumn, type ImportFormat } from '@vermilion/contract/devices/imports'
import { useText } from '#lib/i18n.ts'
import { Tag } from '#ui/feedback/status.tsx'
import styles from './import.module.css'
import { guideText } from './guide-text.ts'

const needed: readonly ImportColumn[] = ['name', 'host', 'user']

/** The OpenSSH keyword of each imported column. */
const keywords = { name: 'Host', host: 'HostName', port: 'Port', user: 'User', jump: 'ProxyJump' } as const
type KeywordColumn = keyof typeof keywords

/** The meaning of columns or keywords, and the required ones. */
export function FormatGuide({ format }: { format: ImportFormat }) {
  const t = useText(guideText)
  const rows: (readonly [word: string, column: ImportColumn])[] =
    format === 'csv'
      ? importColumns.map((column) => [column, column])
      : (Object.keys(keywords) as KeywordColumn[]).map((column) => [keywords[column], column])
  return (
    <section className={styles['guide']} aria-label={t(format)}>
      <h3>{t(format)}</h3>
      <dl>
        {rows.map(([word, column]) => (
          <div key={word}>
            <dt>
              <code>{word}</code>
            </dt>
            <dd>
              {t(column)} {format === 'csv' && needed.includes(column) && <Tag>{t('needed')}</Tag>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
