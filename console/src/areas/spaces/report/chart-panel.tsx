import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { type ReactNode, useRef } from 'react'
import { formatNumber, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { type Bar, BarChart } from '#ui/bar-chart.tsx'
import { notify } from '#ui/notify.tsx'
import { Panel } from '#ui/page.tsx'
import { problemWords } from '#ui/problem.ts'
import { fileNameOf, pngOf, saveFile } from '#ui/save-file.ts'
import type { ReportRow } from './rows.ts'
import { text } from './text.ts'

export type Measure = 'files' | 'bytes'

interface ChartPanelProps {
  title: string
  /** What its rows are told apart by. */
  axis: string
  rows: readonly ReportRow[]
  measure: Measure
  /** Where the files behind a row are shown. */
  place: Place
  /** Instead of the chart, where there are no rows. */
  empty?: string
  /** Above the chart. */
  children?: ReactNode
}

/** A data space, and the folder of it that the report is of. */
export interface Place {
  spaceId: string
  spaceName: string
  folder: string
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
const colour = '#ff5125'

/** How files or their bytes are spread over something; each bar leads to its files. */
export function ChartPanel({ title, axis, rows, measure, place, empty, children }: ChartPanelProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const holder = useRef<HTMLDivElement>(null)
  const most = Math.max(...rows.map((row) => row[measure]), 1)
  const unit = Math.min(units.length - 1, Math.floor(Math.log2(most) / 10))
  const bars = rows.map((row): Bar => {
    const { key, name, files, bytes } = row
    const title = `${name}: ${formatNumber(files, language)} · ${formatSize(bytes)}`
    if (measure === 'files') return { key, name, value: files, title, colour }
    return { key, name, value: bytes / 1_024 ** unit, words: formatSize(bytes), title, colour }
  })
  const rowOf = new Map(rows.map((row) => [row.key, row]))
  const savePicture = async () => {
    const chart = holder.current?.querySelector('svg[role="group"]')
    if (!(chart instanceof SVGSVGElement)) return
    try {
      saveFile(`${fileNameOf(place.spaceName, title)}.png`, await pngOf(chart))
    } catch (problem) {
      notify.error(problemWords(problem))
    }
  }
  const download = (
    <Button
      size="small"
      type="text"
      icon={<DownloadOutlined aria-hidden />}
      aria-label={t('png', { name: title })}
      title={t('png', { name: title })}
      onClick={() => void savePicture()}
    />
  )
  return (
    <Panel title={title} extra={rows.length > 0 && download}>
      {children}
      {rows.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <div ref={holder}>
          <BarChart
            label={title}
            x={measure === 'files' ? t('files') : t('sizeIn', { unit: units[unit] ?? '' })}
            y={axis}
            bars={bars}
            whole={measure === 'files'}
            renderLink={({ key, title: words }, content) => {
              const row = rowOf.get(key)
              if (row === undefined || row.filter === null || row.files === 0) return content
              return (
                <FilesLink place={place} filter={row.filter} label={words}>
                  {content}
                </FilesLink>
              )
            }}
          />
        </div>
      )}
    </Panel>
  )
}

interface FilesLinkProps {
  place: Place
  filter: ReportRow['filter']
  label?: string | undefined
  children: ReactNode
}

/** Leads to the files that a filter finds where the report is of. */
export function FilesLink({ place: { spaceId, folder }, filter, label, children }: FilesLinkProps) {
  const search = { folder: folder === '' ? undefined : folder, recursive: true, ...filter }
  return (
    <Link to="/space/list/file/$id" params={{ id: spaceId }} search={search} aria-label={label}>
      {children}
    </Link>
  )
}
