import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#lib/format.ts'
import { useText, type Translate } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { CsvButton } from '#ui/export/csv-button.tsx'
import { Figures } from '#ui/page/page.tsx'
import { Bone, PartialStrip, ProblemState } from '#ui/feedback/states.tsx'
import { countParts, rangeParts, describeRange, spanOf } from './bar-panels.tsx'
import { heatParts } from './heat-panels.tsx'
import { ImagesLink } from './images-link.tsx'
import styles from './report.module.css'
import type { PartProps, Part } from './part.ts'
import { useSize } from '#ui/chart/use-size.ts'
import { findingParts, sourceParts } from './table-panels.tsx'
import type { DatasetReport } from '@vermilion/contract/datasets/report'
import { sourceName } from './source-name.ts'
import { text } from './text.ts'

export function ReportTab({ dataset }: { dataset: Dataset }) {
  const t = useText(text)
  const reportQuery = useQuery(read(datasetEndpoints.datasetReport, { params: { datasetId: dataset.id } }))
  const report = reportQuery.data
  if (report === undefined) {
    if (reportQuery.error === null) return <ReportBones />
    return <ProblemState problem={reportQuery.error} failure={t('failed')} onRetry={() => void reportQuery.refetch()} />
  }
  const props = { dataset, report }
  return (
    <>
      {reportQuery.error !== null && (
        <PartialStrip problem={reportQuery.error} onRetry={() => void reportQuery.refetch()} />
      )}
      <div className={`${styles['top']} flex wrap gap-8-16 align-flex-start justify-end`}>
        <ReportFigures {...props} />
        <CsvButton name={`${dataset.name} ${t('report')}`} table={() => tableOf(report, t)} />
      </div>
      {/* What leads to something to do comes before what the labels look like. */}
      <PartColumns
        parts={[
          ...countParts(props, t),
          ...findingParts(props),
          ...rangeParts(props, t),
          ...heatParts(props, t),
          ...sourceParts(props),
        ]}
      />
    </>
  )
}

function ReportFigures({ dataset, report }: PartProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { totalFiles, labeledFiles, unlabeledFiles, totalLabels, averageLabelsPerFile, statuses } = report
  const images = (count: number, search: Parameters<typeof ImagesLink>[0]['search']) => (
    <ImagesLink dataset={dataset} search={search} count={count}>
      {formatNumber(count, language)}
    </ImagesLink>
  )
  const reviewed = statuses.find(({ status }) => status === 'reviewed')?.images ?? 0
  return (
    <Figures
      figures={[
        { name: t('totalFiles'), value: images(totalFiles, {}) },
        { name: t('labeledFiles'), value: images(labeledFiles, { status: 'labeled,reviewed' }) },
        { name: t('unlabeledFiles'), value: images(unlabeledFiles, { status: 'to-label,rejected' }) },
        { name: t('totalLabels'), value: images(totalLabels, { minimumLabels: 1 }) },
        { name: t('labelsPerImage'), value: formatNumber(averageLabelsPerFile, language, 2) },
        { name: t('reviewed'), value: images(reviewed, { status: 'reviewed' }) },
      ]}
    />
  )
}

function ReportBones() {
  return (
    <>
      <Bone height={64} />
      <div className="grid columns-of-440 gap-16 margin-top-20">
        {[0, 1, 2, 3].map((index) => (
          <Bone key={index} height={240} />
        ))}
      </div>
    </>
  )
}

/** CSS pixels. */
const minWidth = 440

const gap = 16

const maxColumns = 3

function PartColumns({ parts }: { parts: readonly Part[] }) {
  const [holder, { width }] = useSize()
  const count = Math.min(maxColumns, Math.max(1, Math.floor((width + gap) / (minWidth + gap))))
  return (
    <div ref={holder} className={`${styles['columns']} flex gap-16 margin-top-20`}>
      {width > 0 &&
        columnsOf(parts, count).map((column) => (
          <div key={column[0]?.key}>
            {column.map(({ key, height, growth = 0, content }) => (
              <div
                key={key}
                className={`${styles['part']} grid columns-1`}
                style={{ flexGrow: growth, maxHeight: count > 1 && growth > 0 ? height + growth : undefined }}
              >
                {content}
              </div>
            ))}
          </div>
        ))}
    </div>
  )
}

function columnsOf(parts: readonly Part[], count: number): Part[][] {
  const columns = Array.from({ length: count }, () => ({ height: 0, parts: [] as Part[] }))
  for (const part of parts) {
    const shortest = columns.reduce((least, column) => (column.height < least.height ? column : least))
    shortest.parts.push(part)
    shortest.height += part.height + gap
  }
  return columns.map((column) => column.parts).filter((column) => column.length > 0)
}

type Cells = (string | number | null)[]

function tableOf(report: DatasetReport, t: Translate<typeof text.en>): Cells[] {
  const part = (head: Cells, rows: readonly Cells[]): Cells[] => (rows.length === 0 ? [] : [[], head, ...rows])
  const grid = (kind: 'sizes' | 'positions', column: string, row: string) =>
    part(
      [t(kind), column, row, t('labels'), t('imagesUnit')],
      report[kind].map((cell) => ['', cell.column + 1, cell.row + 1, cell.shapes, cell.images]),
    )
  return [
    [t('report'), t('count')],
    [t('totalFiles'), report.totalFiles],
    [t('labeledFiles'), report.labeledFiles],
    [t('unlabeledFiles'), report.unlabeledFiles],
    [t('totalLabels'), report.totalLabels],
    [t('labelsPerImage'), report.averageLabelsPerFile],
    ...part(
      [t('class'), t('labels'), t('imagesUnit')],
      report.classes.map(({ name, count, images }) => [name, count, images]),
    ),
    ...part(
      [t('status'), t('imagesUnit')],
      report.statuses.map(({ status, images }) => [t(status), images]),
    ),
    ...part(
      [t('split'), t('imagesUnit')],
      report.splits.map(({ split, images }) => [t(split), images]),
    ),
    ...part(
      [t('labelsPerImage'), t('imagesUnit')],
      report.labelsPerImage.map(({ minimum, below, images }) => [describeRange(minimum, below), images]),
    ),
    ...part(
      [t('aspect'), t('labels'), t('imagesUnit')],
      report.aspects.map(({ minimum, below, shapes, images }) => [spanOf(minimum, below), shapes, images]),
    ),
    ...grid('sizes', t('width'), t('height')),
    ...grid('positions', t('across'), t('down')),
    ...part(
      [t('source'), t('labels')],
      report.sources.map((source) => [sourceName(source, t), source.labels]),
    ),
    ...part(
      [t('annotator'), t('imagesUnit'), t('labels'), t('reviewed'), t('rejected'), t('seconds')],
      report.annotators.map((one) => [one.annotator, one.images, one.labels, one.reviewed, one.rejected, one.seconds]),
    ),
    ...part(
      [t('finding'), t('labels'), t('imagesUnit')],
      report.findings.map(({ finding, shapes, images }) => [t(finding), shapes, images]),
    ),
    ...part(
      [t('duplicates'), t('copies')],
      report.duplicates.most.map(({ path, images }) => [path, images]),
    ),
  ]
}
