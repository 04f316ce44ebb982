import { importColumns, type ImportColumn, type ImportFormat } from '@vermilion/contract/devices/imports'
import { useText } from '#lib/i18n.ts'
import { Tag } from '#ui/feedback/status.tsx'
import { guideText } from './guide-text.ts'

const needed: readonly ImportColumn[] = ['name', 'host', 'user']

const keywords = { name: 'Host', host: 'HostName', port: 'Port', user: 'User', jump: 'ProxyJump' } as const
type KeywordColumn = keyof typeof keywords

export function FormatGuide({ format }: { format: ImportFormat }) {
  const t = useText(guideText)
  const rows: (readonly [word: string, column: ImportColumn])[] =
    format === 'csv'
      ? importColumns.map((column) => [column, column])
      : (Object.keys(keywords) as KeywordColumn[]).map((column) => [keywords[column], column])
  return (
    <section className="padding-14-16 radius-10 ground-quaternary font-13" aria-label={t(format)}>
      <h3 className="margin-bottom-10 font-13 weight-600">{t(format)}</h3>
      <dl
        className="grid"
        style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))', gap: '6px 24px' }}
      >
        {rows.map(([word, column]) => (
          <div className="grid gap-10" style={{ gridTemplateColumns: '84px minmax(0, 1fr)' }} key={word}>
            <dt>
              <code>{word}</code>
            </dt>
            <dd className="text-secondary">
              {t(column)} {format === 'csv' && needed.includes(column) && <Tag>{t('needed')}</Tag>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
