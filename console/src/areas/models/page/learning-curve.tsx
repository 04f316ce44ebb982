import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { ChartPanel } from '#ui/chart/chart-panel.tsx'
import { LineChart } from '#ui/chart/line-chart.tsx'
import { pageText } from './text.ts'

/** Columns of results that say how good a model is, and how they are called without what every one of them has. */
const qualityColumn = /^metrics\/(.+?)(?:\([A-Z]\))?$/
/** What counts for a model comes first. */
const rankOf = (name: string) => (/^(?:mAP50|mIoU|top1)$/.test(name) ? 0 : 1)
/** Curves that are still told apart. */
const mostCurves = 4

/** How good a model got, epoch by epoch, on the validation images of its training. */
export function LearningCurve({ taskId, name }: { taskId: string; name: string }) {
  const t = useText(pageText)
  const { data } = useQuery(read(taskEndpoints.taskMetrics, { params: { taskId } }))
  if (data === undefined) return null
  const epoch = data.columns.indexOf('epoch')
  const curves = data.columns
    .flatMap((column, at) => {
      const match = qualityColumn.exec(column)
      const points = data.rows.flatMap((row, index) => {
        const value = row[at] ?? null
        return value === null ? [] : [[row[epoch] ?? index + 1, value] as const]
      })
      return match === null || points.length < 2 ? [] : [{ name: match[1] ?? column, points }]
    })
    .toSorted((one, other) => rankOf(one.name) - rankOf(other.name))
    .slice(0, mostCurves)
  if (curves.length === 0) return null
  return (
    <ChartPanel
      title={t('learning')}
      name={name}
      above={
        <p>
          <Link to="/compute/taskdetail/$id" params={{ id: taskId }} search={{ tab: 'metrics' }}>
            {t('toTraining')}
          </Link>
        </p>
      }
    >
      <LineChart label={t('learning')} x={t('epoch')} y={t('validationQuality')} curves={curves} top={1} />
    </ChartPanel>
  )
}
