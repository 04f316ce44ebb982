import type { SpaceReport } from '@vermilion/contract/files/space-report'
import { formatNumber, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { FilesLink, type Measure, type ReportScope, RowsPanel } from './rows-panel.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import styles from './report.module.css'
import {
  aspectRows,
  extensionRows,
  folderRows,
  heightRows,
  kindRows,
  periodRows,
  scoreRows,
  sizeRows,
  widthRows,
} from './rows.ts'
import { Figures, Panel } from '#ui/page/page.tsx'
import { text } from './text.ts'

interface ReportBodyProps {
  report: SpaceReport
  scope: ReportScope
  measure: Measure
}

export function ReportBody({ report, scope, measure }: ReportBodyProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const shared = { scope, measure }
  const pixels = { ...shared, empty: t('noPictures') }
  return (
    <>
      <ReportFigures report={report} scope={scope} />
      <div className={`${styles['panels']} grid columns-of-440 gap-16 margin-top-20`}>
        <RowsPanel {...shared} title={t('kinds')} axis={t('kind')} rows={kindRows(report, t)} />
        <RowsPanel {...shared} title={t('extensions')} axis={t('extension')} rows={extensionRows(report, t)} />
        <RowsPanel {...shared} title={t('sizes')} axis={t('size')} rows={sizeRows(report)} />
        <RowsPanel {...shared} title={t('periods')} axis={t(report.periodUnit)} rows={periodRows(report)} />
        <RowsPanel {...pixels} title={t('widths')} axis={t('width')} rows={widthRows(report, language)} />
        <RowsPanel {...pixels} title={t('heights')} axis={t('height')} rows={heightRows(report, language)} />
        <RowsPanel {...pixels} title={t('aspects')} axis={t('aspect')} rows={aspectRows(report, language)} />
        <RowsPanel
          {...shared}
          title={t('folders')}
          axis={t('folder')}
          rows={folderRows(report, t, scope.folder)}
          empty={t('noFolders')}
        />
        <DuplicatesPanel report={report} scope={scope} />
        <ScorePanel report={report} scope={scope} measure={measure} />
      </div>
    </>
  )
}

function ReportFigures({ report, scope }: Omit<ReportBodyProps, 'measure'>) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const counted = (files: number, filter: Parameters<typeof FilesLink>[0]['filter']) =>
    files === 0 ? (
      formatNumber(0, language)
    ) : (
      <FilesLink scope={scope} filter={filter}>
        {formatNumber(files, language)}
      </FilesLink>
    )
  const { duplicates, broken } = report
  return (
    <Figures
      figures={[
        { name: t('totalFiles'), value: counted(report.files, {}) },
        { name: t('totalSize'), value: formatSize(report.bytes) },
        { name: t('pictures'), value: counted(report.images, { minimumWidth: 0 }) },
        { name: t('duplicateFiles'), value: counted(duplicates.files, { duplicated: true }) },
        { name: t('wasted'), value: formatSize(duplicates.wastedBytes) },
        { name: t('brokenFiles'), value: counted(broken.files, { broken: true }) },
      ]}
    />
  )
}

function ScorePanel({ report: { scores }, scope, measure }: ReportBodyProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  if (scores === null) {
    return (
      <Panel title={t('scores')}>
        <p>{t('noScores')}</p>
        <p className="text-secondary">{t('noScoresWords')}</p>
      </Panel>
    )
  }
  const { files, mean, standardDeviation, ranges } = scores
  const rows = scoreRows(ranges, language)
  return (
    <RowsPanel title={t('scores')} axis={t('score')} rows={rows} measure={measure} scope={scope}>
      <Figures
        figures={[
          { name: t('scored'), value: formatNumber(files, language) },
          { name: t('mean'), value: formatNumber(mean, language, 3) },
          { name: t('deviation'), value: formatNumber(standardDeviation, language, 3) },
        ]}
      />
    </RowsPanel>
  )
}

function DuplicatesPanel({ report: { duplicates }, scope }: { report: SpaceReport; scope: ReportScope }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { contents, most } = duplicates
  return (
    <Panel title={t('duplicates')}>
      <p className="text-secondary">{contents === 0 ? t('noDuplicates') : t('duplicatesWords', { count: contents })}</p>
      {contents > 0 && (
        <FigureTable
          columns={[t('name'), t('copies'), t('each'), t('wasted')]}
          rows={most.map(({ checksum, name, files, size, wastedBytes }) => ({
            key: checksum,
            cells: [
              <FilesLink key="name" scope={scope} filter={{ checksum }}>
                {name}
              </FilesLink>,
              formatNumber(files, language),
              formatSize(size),
              formatSize(wastedBytes),
            ],
          }))}
        />
      )}
    </Panel>
  )
}
