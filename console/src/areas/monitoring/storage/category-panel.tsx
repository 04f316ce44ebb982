import {
  storageCategories,
  type StorageCategory,
  type StorageReport,
  type StorageRow,
} from '@vermilion/contract/monitoring/storage'
import type { ReactNode } from 'react'
import { formatNumber, formatShare, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import { lineStyle } from '#ui/chart/series-colours.ts'
import { CsvButton } from '#ui/export/csv-button.tsx'
import { shareOf } from '#ui/meter/figures.ts'
import { Panel } from '#ui/page/page.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { SpaceLink, TaskLink } from '#ui/page/thing-links.tsx'
import styles from './storage.module.css'
import { storageText } from './text.ts'

const maxShown = 20

export function CategoryPanel({ report }: { report: StorageReport }) {
  const t = useText(storageText)
  const language = useSystem((system) => system.lang)
  const sum = (rows: readonly StorageRow[], of: (row: StorageRow) => number) =>
    rows.reduce((total, row) => total + of(row), 0)
  const groups = storageCategories
    .map((category) => {
      const rows = report.rows.filter((row) => row.category === category)
      return { category, rows, bytes: sum(rows, (row) => row.bytes), files: sum(rows, (row) => row.files) }
    })
    .filter(({ rows }) => rows.length > 0)
    .toSorted((a, b) => b.bytes - a.bytes)
  const all = groups.reduce((total, { bytes }) => total + bytes, 0)
  const table = () => [
    ['category', 'name', 'bytes', 'files'],
    ...report.rows.map(({ category, name, bytes, files }) => [category, name, bytes, files]),
  ]
  return (
    <Panel title={t('contents')} extra={<CsvButton small name="storage" table={table} />}>
      <div className={`${styles['rows']} grid gap-2`}>
        <div className={`${styles['titles']} faint grid gap-16 align-center padding-8-10 narrow-gap-4-8`}>
          <span>{t('category')}</span>
          <span />
          <span>{t('share')}</span>
          <span>{t('bytes')}</span>
          <span>{t('files')}</span>
        </div>
        {groups.map(({ category, rows, bytes, files }) => (
          <details key={category}>
            <summary className="grid gap-16 align-center padding-8-10 radius-6 cursor-pointer tabular hover-ground-quaternary narrow-gap-4-8">
              <span>{t(category)}</span>
              <span className={`${styles['track']} height-8 radius-4 ground-secondary narrow-all-columns`} aria-hidden>
                <i
                  className="block height-8 radius-4 ground-line"
                  style={{ ...lineStyle(0), width: `${Math.max(0.5, (shareOf(bytes, all) ?? 0) * 100)}%` }}
                />
              </span>
              <span>{formatShare(shareOf(bytes, all))}</span>
              <b>{formatSize(bytes)}</b>
              <span>{formatNumber(files, language)}</span>
            </summary>
            <div style={{ padding: '4px 10px 14px 24px' }}>
              <FigureTable
                columns={[t('thing'), t('bytes'), t('files')]}
                rows={rows
                  .toSorted((a, b) => b.bytes - a.bytes)
                  .slice(0, maxShown)
                  .map((row) => ({
                    key: row.id ?? '',
                    cells: [
                      linkTo(category, row) ?? (visibleName(row.name) || t('others')),
                      formatSize(row.bytes),
                      formatNumber(row.files, language),
                    ],
                  }))}
              />
            </div>
          </details>
        ))}
      </div>
    </Panel>
  )
}

function linkTo(category: StorageCategory, { id, name }: StorageRow): ReactNode {
  if (id === null) return null
  if (category === 'space') return <SpaceLink id={id}>{visibleName(name)}</SpaceLink>
  // A deleted task is named by its id and has no page.
  if ((category === 'task-output' || category === 'task-data' || category === 'log') && name !== id)
    return <TaskLink id={id}>{visibleName(name)}</TaskLink>
  return null
}
