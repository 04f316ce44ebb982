import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { CsvButton } from '#ui/export/csv-button.tsx'
import { Figures } from '#ui/page/page.tsx'
import { Bone, PartialStrip, ProblemState } from '#ui/feedback/states.tsx'
import { countParts, rangeParts } from './bar-panels.tsx'
import { heatParts } from './heat-panels.tsx'
import { ImagesLink } from './images-link.tsx'
import styles from './report.module.css'
import type { PartProps } from './part.ts'
import { PartColumns } from './part-columns.tsx'
import { findingParts, sourceParts } from './table-panels.tsx'
import { tableOf } from './table.ts'
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
      <p className="text-secondary" aria-live="polite">
        {report.uncounted > 0 && t('uncounted', { count: report.uncounted })}
      </p>
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
