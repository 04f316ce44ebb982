import type { DatasetReport } from '@vermilion/contract/dataset-report'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Drawer from 'antd/es/drawer'
import { formatNumber } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { BarChart } from '#ui/bar-chart.tsx'
import { useFocusBack } from '#ui/focus-back.ts'
import { ReportPage } from '#ui/report-page.tsx'
import { Bone, ProblemState } from '#ui/states.tsx'
import { text } from './text.ts'

/** What is labelled in a dataset, and how often each class occurs. */
export function ReportDrawer({ dataset, onClose }: { dataset: Dataset | null; onClose: () => void }) {
  const t = useText(text)
  useFocusBack()
  return (
    <Drawer
      open={dataset !== null}
      title={`${t('report')} · ${dataset?.name ?? ''}`}
      size={600}
      onClose={onClose}
      destroyOnHidden
    >
      {dataset !== null && <Report dataset={dataset} onLeave={onClose} />}
    </Drawer>
  )
}

/** `onLeave`: somebody goes to the images behind a number. */
function Report({ dataset: { id, name }, onLeave }: { dataset: Dataset; onLeave: () => void }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const report = useQuery(read(datasetEndpoints.datasetReport, { params: { datasetId: id } }))
  if (report.data === undefined) {
    if (report.error === null) return <Bone height={180} />
    return <ProblemState problem={report.error} onRetry={() => void report.refetch()} />
  }
  const { totalFiles, labeledFiles, unlabeledFiles, totalLabels, averageLabelsPerFile, classes } = report.data
  const images = (count: number, status?: 'labeled' | 'to-label') => (
    <Link to="/data-set/list/file/$id" params={{ id }} search={{ status }} onClick={onLeave}>
      {formatNumber(count, language)}
    </Link>
  )
  return (
    <ReportPage
      name={`${name} ${t('report')}`}
      figures={[
        { name: t('totalFiles'), value: images(totalFiles) },
        { name: t('labeledFiles'), value: images(labeledFiles, 'labeled') },
        { name: t('unlabeledFiles'), value: images(unlabeledFiles, 'to-label') },
        { name: t('totalLabels'), value: formatNumber(totalLabels, language) },
        { name: t('averageLabels'), value: formatNumber(averageLabelsPerFile, language, 2) },
      ]}
      picture={classes.length > 0}
      table={() => tableOf(report.data, t)}
    >
      <h2>{t('classes')}</h2>
      {classes.length === 0 ? (
        <p>{t('noClasses')}</p>
      ) : (
        <BarChart
          label={t('classes')}
          x={t('count')}
          y={t('class')}
          bars={classes
            .map(({ labelId, name: label, colour, count }) => ({ key: labelId, name: label, value: count, colour }))
            .toSorted((a, b) => b.value - a.value)}
          renderLink={({ key, name: label, value }, content) => (
            <Link
              to="/data-set/list/file/$id"
              params={{ id }}
              search={{ label: key }}
              onClick={onLeave}
              aria-label={`${label}: ${formatNumber(value, language)}`}
            >
              {content}
            </Link>
          )}
        />
      )}
    </ReportPage>
  )
}

function tableOf(report: DatasetReport, t: Translate<typeof text.en>) {
  return [
    [t('report'), t('count')],
    [t('totalFiles'), report.totalFiles],
    [t('labeledFiles'), report.labeledFiles],
    [t('unlabeledFiles'), report.unlabeledFiles],
    [t('totalLabels'), report.totalLabels],
    [t('averageLabels'), report.averageLabelsPerFile],
    [],
    [t('class'), t('count')],
    ...report.classes.map(({ name, count }) => [name, count]),
  ]
}
