import { modelEndpoints, isLora } from '@vermilion/contract/models'
import { readSamplePath, samplePrompts, samplePromptsPath } from '@vermilion/contract/models/lora'
import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { workEndpoints } from '@vermilion/contract/work'
import { useQuery } from '@tanstack/react-query'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button'
import { useMemo } from 'react'
import { LoraFacts, SampleStrip } from '#areas/models'
import { TaskFigures } from '#areas/tasks'
import { addressOf, client } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, ProblemState, QueryState } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import { reportText } from './text.ts'
import type { MetricTable } from '@vermilion/contract/tasks/results'
import { LineChart } from '#ui/chart/lines/line-chart.tsx'
import { smooth } from '#ui/chart/lines/drawing.ts'
import { seriesColour } from '#ui/chart/series-colours.ts'
import { ModelLink } from '#ui/page/thing-links.tsx'
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
            <ModelLink id={lora.id}>{t('toModel')}</ModelLink>
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
  const curves = useMemo(() => {
    const [steps, losses] = metrics.data === undefined ? [[], []] : lossOf(metrics.data)
    return [
      { key: 'loss', name: t('loss'), colour: seriesColour(0), ...thinned(steps, losses) },
      { key: 'smoothed', name: t('lossSmoothed'), colour: seriesColour(1), ...thinned(steps, smooth(losses, 0.95)) },
    ]
  }, [metrics.data, t])
  if (metrics.error !== null || metrics.data === undefined) return <QueryState query={metrics} height={240} />
  return (
    <Panel title={t('loss')}>
      {curves[0]?.x.length === 0 ? (
        <p>{t(task.endedAt === null ? 'noLossYet' : 'noLoss')}</p>
      ) : (
        <LineChart label={t('loss')} name={task.name} titles={{ x: t('step'), y: t('loss') }} curves={curves} />
      )}
    </Panel>
  )
}

function lossOf({ columns, rows }: MetricTable): [steps: number[], losses: number[]] {
  const [step, loss] = [columns.indexOf('step'), columns.indexOf('loss')]
  const points = rows.flatMap((row) => {
    const [x, y] = [row[step], row[loss]]
    return typeof x === 'number' && typeof y === 'number' ? [[x, y] as const] : []
  })
  return [points.map(([x]) => x), points.map(([, y]) => y)]
}

function thinned(x: readonly number[], y: ArrayLike<number>) {
  const every = Math.ceil(x.length / maxPoints)
  const isDrawn = (_: number, index: number) => index % every === 0 || index === x.length - 1
  return { x: x.filter(isDrawn), y: Array.from(y).filter(isDrawn) }
}
