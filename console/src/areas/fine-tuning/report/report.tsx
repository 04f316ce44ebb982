import { modelEndpoints, isLora } from '@vermilion/contract/models'
import { readSamplePath, samplePrompts, samplePromptsPath } from '@vermilion/contract/models/lora'
import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { workEndpoints } from '@vermilion/contract/work'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button'
import { LoraFacts, SampleStrip } from '#areas/models'
import { TaskFigures } from '#areas/tasks'
import { addressOf, client } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, ProblemState, QueryState } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import { reportText } from './text.ts'
import type { MetricTable } from '@vermilion/contract/tasks/results'
import { ChartPanel } from '#ui/chart/chart-panel.tsx'
import { LineChart } from '#ui/chart/line-chart.tsx'
import styles from './report.module.css'

/** The maximum size of the list of prompts in bytes. */
const largestPrompts = 1024 ** 2

export function FineTuningReport({ task }: { task: Task }) {
  return (
    <div className={`${styles['report']} min-height-0 padding-bottom-24 scroll-y`}>
      <TaskFigures task={task} />
      <SamplesPanel task={task} />
      <LossPanel task={task} />
      <ResultPanel task={task} />
    </div>
  )
}

function SamplesPanel({ task }: { task: Task }) {
  const t = useText(reportText)
  const params = { taskId: task.id }
  const files = useQuery(read(taskEndpoints.listResultFiles, { params }))
  const samples = files.data?.flatMap(({ path }) => {
    const position = readSamplePath(path)
    const query = { path, download: 'false' } as const
    return position === null
      ? []
      : [{ ...position, href: addressOf(taskEndpoints.resultFileContent, { params, query }) }]
  })
  const isPrompted = files.data?.some(({ path }) => path === samplePromptsPath) === true
  const prompts = useQuery({
    queryKey: ['sample-prompts', params],
    queryFn: async ({ signal }) => {
      const input = { params, query: { path: samplePromptsPath, download: 'false' } } as const
      const bytes = await client.firstBytes(taskEndpoints.resultFileContent, input, largestPrompts, signal)
      return samplePrompts.parse(JSON.parse(new TextDecoder().decode(bytes)))
    },
    enabled: isPrompted,
    staleTime: Infinity,
  })
  return (
    <Panel title={t('samples')}>
      {files.error !== null && <ProblemState problem={files.error} onRetry={() => void files.refetch()} />}
      {files.isPending && <Bone height={120} />}
      {samples?.length === 0 && (
        <p className="text-tertiary">{t(task.endedAt === null ? 'noSamplesYet' : 'noSamples')}</p>
      )}
      {samples !== undefined && samples.length > 0 && (
        <>
          <SampleStrip samples={samples} prompts={prompts.data ?? []} />
          <p className="text-tertiary">{t(isPrompted ? 'samplesPrompted' : 'samplesUnprompted')}</p>
        </>
      )}
    </Panel>
  )
}

function ResultPanel({ task: { id, modelId, status } }: { task: Task }) {
  const t = useText(reportText)
  const params = { modelId: modelId ?? '' }
  const model = useQuery({ ...read(modelEndpoints.getModel, { params }), enabled: modelId !== null })
  const isWithout = modelId === null && status === 'success'
  const works = useQuery({ ...read(workEndpoints.listWork, {}), enabled: isWithout })
  const isRegistering = works.data?.some(
    ({ kind, leadsTo, endedAt }) => kind === 'registration' && leadsTo?.id === id && endedAt === null,
  )
  const lora = model.data !== undefined && isLora(model.data) ? model.data : undefined
  return (
    <Panel
      title={lora === undefined ? t('result') : `${t('result')} · ${lora.name}`}
      extra={
        lora !== undefined && (
          <span className="inline-row gap-12">
            <Link to="/model/list/model/$id" params={{ id: lora.id }}>
              {t('toModel')}
            </Link>
            <Button
              size="small"
              icon={<DownloadOutlined aria-hidden />}
              href={addressOf(modelEndpoints.modelContent, { params: { modelId: lora.id } })}
              download
            >
              {t('download')}
            </Button>
          </span>
        )
      }
    >
      {model.error !== null && <ProblemState problem={model.error} onRetry={() => void model.refetch()} />}
      {isWithout && works.isPending && <Bone height={22} />}
      {modelId === null && !(isWithout && works.isPending) && (
        <p className="text-tertiary">
          {t(isWithout && isRegistering === true ? 'result-registering' : `result-${status}`)}
        </p>
      )}
      {lora !== undefined && <LoraFacts model={lora} />}
    </Panel>
  )
}

const maxPoints = 400

function LossPanel({ task }: { task: Task }) {
  const t = useText(reportText)
  const metrics = useQuery(read(taskEndpoints.taskMetrics, { params: { taskId: task.id } }))
  if (metrics.error !== null || metrics.data === undefined) return <QueryState query={metrics} height={240} />
  const points = lossOf(metrics.data)
  const curves = [
    { name: t('loss'), points: thinned(points) },
    { name: t('lossSmoothed'), points: thinned(smoothed(points)) },
  ]
  return (
    <ChartPanel
      title={t('loss')}
      name={task.name}
      {...(points.length === 0 ? { empty: t(task.endedAt === null ? 'noLossYet' : 'noLoss') } : {})}
    >
      <LineChart label={t('loss')} x={t('step')} y={t('loss')} curves={curves} />
    </ChartPanel>
  )
}

type Point = [step: number, loss: number]

function lossOf({ columns, rows }: MetricTable): Point[] {
  const [step, loss] = [columns.indexOf('step'), columns.indexOf('loss')]
  if (step < 0 || loss < 0) return []
  return rows.flatMap((row) => {
    const [x, y] = [row[step], row[loss]]
    return typeof x === 'number' && typeof y === 'number' ? [[x, y] as Point] : []
  })
}

/** An exponential moving average. */
function smoothed(points: readonly Point[]): Point[] {
  let mean = points[0]?.[1] ?? 0
  return points.map(([step, loss]) => {
    mean = mean * 0.95 + loss * 0.05
    return [step, mean]
  })
}

function thinned(points: readonly Point[]): Point[] {
  const every = Math.ceil(points.length / maxPoints)
  return points.filter((_, index) => index % every === 0 || index === points.length - 1)
}
