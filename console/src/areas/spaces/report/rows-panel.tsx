import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { type Bar, BarChart } from '#ui/chart/bar-chart.tsx'
import { ChartPanel } from '#ui/chart/chart-panel.tsx'
import { figureColour } from '#ui/chart/series-colours.ts'
import type { ReportRow } from './rows.ts'
import { text } from './text.ts'

export type Measure = 'files' | 'bytes'

interface RowsPanelProps {
  title: string
  axis: string
  rows: readonly ReportRow[]
  measure: Measure
  scope: ReportScope
  empty?: string
  children?: ReactNode
}

export interface ReportScope {
  spaceId: string
  spaceName: string
  folder: string
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

export function RowsPanel({ title, axis, rows, measure, scope, empty, children }: RowsPanelProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const greatest = Math.max(...rows.map((row) => row[measure]), 1)
  const unit = Math.min(units.length - 1, Math.floor(Math.log2(greatest) / 10))
  const bars = rows.map((row): Bar => {
    const { key, name, files, bytes } = row
    const title = `${name}: ${formatNumber(files, language)} · ${formatSize(bytes)}`
    if (measure === 'files') return { key, name, value: files, title, colour: figureColour }
    return { key, name, value: bytes / 1_024 ** unit, text: formatSize(bytes), title, colour: figureColour }
  })
  const rowOf = new Map(rows.map((row) => [row.key, row]))
  return (
    <ChartPanel
      title={title}
      name={scope.spaceName}
      above={children}
      empty={rows.length === 0 ? (empty ?? '') : undefined}
    >
      <BarChart
        label={title}
        x={measure === 'files' ? t('files') : t('sizeIn', { unit: units[unit] ?? '' })}
        y={axis}
        bars={bars}
        wholeNumbers={measure === 'files'}
        renderLink={({ key, title: message }, content) => {
          const row = rowOf.get(key)
          if (row === undefined || row.filter === null || row.files === 0) return content
          return (
            <FilesLink scope={scope} filter={row.filter} label={message}>
              {content}
            </FilesLink>
          )
        }}
      />
    </ChartPanel>
  )
}

interface FilesLinkProps {
  scope: ReportScope
  filter: ReportRow['filter']
  label?: string | undefined
  children: ReactNode
}

export function FilesLink({ scope: { spaceId, folder }, filter, label, children }: FilesLinkProps) {
  const search = { folder: folder === '' ? undefined : folder, recursive: true, ...filter }
  return (
    <Link to="/space/list/file/$id" params={{ id: spaceId }} search={search} aria-label={label}>
      {children}
    </Link>
  )
}
