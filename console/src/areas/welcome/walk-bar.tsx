import { datasetEndpoints } from '@vermilion/contract/datasets'
import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { type ReactNode, useEffect } from 'react'
import { call, ApiError } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { ProgressBar, ProgressText } from '#ui/feedback/progress.tsx'
import { ToolButton } from '#ui/tool-button.tsx'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { workEndpoints } from '@vermilion/contract/work'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { attempt } from '#ui/feedback/use-action.ts'
import styles from './walk-bar.module.css'
import { walkText } from './walk-text.ts'

type Walk = ReturnType<typeof useWalk>

export function WalkBar({ datasetId }: { datasetId: string }) {
  const t = useText(walkText)
  const walk = useWalk(datasetId)
  if (!walk.isLoaded) return null
  return (
    <section
      className={`${styles['bar']} row rigid min-height-44 border-bottom ground-panel font-13`}
      aria-label={t('title')}
    >
      <ol className="flex min-width-0" style={{ gap: '6px 20px' }}>
        {walkSteps.map((step, index) => (
          <li
            className="row gap-8 text-tertiary nowrap"
            key={step}
            data-done={walk.done[step]}
            data-next={step === walk.next}
            aria-current={step === walk.next ? 'step' : undefined}
          >
            {walk.done[step] ? (
              <CheckCircleFilled aria-label={t('done')} />
            ) : (
              <span
                className="centered border-strong round font-12 tabular"
                style={{ width: 20, height: 20 }}
                aria-hidden
              >
                {index + 1}
              </span>
            )}
            {t(step)}
          </li>
        ))}
      </ol>
      <NextStep walk={walk} datasetId={datasetId} />
      <ToolButton label={t('dismiss')} onClick={endWalk}>
        <CloseOutlined aria-hidden />
      </ToolButton>
    </section>
  )
}

function NextStep({ walk, datasetId }: { walk: Walk; datasetId: string }) {
  const t = useText(walkText)
  const navigate = useNavigate()
  const toTask = (id: string) => void navigate({ to: '/compute/taskdetail/$id', params: { id } })
  const { next, rendering, training, inferenceId, modelId } = walk
  const label = () =>
    attempt(async () => {
      const query = { status: ['to-label' as const], limit: 1 }
      const { items } = await call(datasetEndpoints.listItems, { params: { datasetId }, query })
      const itemId = items[0]?.id
      if (itemId === undefined) await navigate({ to: '/data-set/list/file/$id', params: { id: datasetId } })
      else await navigate({ to: '/data-set/list/file/$id/annotate/$itemId', params: { id: datasetId, itemId } })
    })
  if (next === 'label') return <Go text={t('labelNow')} onPress={() => void label()} />
  if (next === 'train' && rendering !== null) {
    const { done, total } = rendering
    return (
      <Waiting text={t('rendering', { done, total })}>
        <ProgressBar done={done} total={total} label={t('rendering', { done, total })} />
      </Waiting>
    )
  }
  if (next === 'train' && training === undefined) return null
  if (next === 'train' && training !== null && training !== undefined) {
    const { id, progress } = training
    return (
      <Waiting text={t('training')}>
        {progress !== null && (
          <>
            <ProgressBar done={progress.done} total={progress.total} label={t('training')} />
            <span>
              <ProgressText progress={progress} />
            </span>
          </>
        )}
        <Button size="small" onClick={() => toTask(id)}>
          {t('watch')}
        </Button>
      </Waiting>
    )
  }
  if (next === 'train') {
    const search = { create: true, dataset: datasetId }
    return <Go text={t('trainNow')} onPress={() => void navigate({ to: '/compute/tasks', search })} />
  }
  if (inferenceId !== null) {
    return (
      <Waiting text={t('running')}>
        <Button size="small" onClick={() => toTask(inferenceId)}>
          {t('watch')}
        </Button>
      </Waiting>
    )
  }
  if (next !== 'run' || modelId === null) return null
  const search = { model: modelId, run: true }
  return <Go text={t('runNow')} onPress={() => void navigate({ to: '/model/list', search })} />
}

function Go({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <Button type="primary" size="small" onClick={onPress}>
      {text}
    </Button>
  )
}

function Waiting({ text, children }: { text: string; children: ReactNode }) {
  return (
    <output className={`${styles['waiting']} row gap-10 min-width-0 text-secondary tabular nowrap`}>
      {text}
      {children}
    </output>
  )
}

const walkSteps = ['label', 'train', 'run'] as const

type WalkStep = (typeof walkSteps)[number]

const endWalk = (): void => useSystem.getState().change({ firstSteps: null })

function useLatest(datasetId: string, kind: 'training' | 'cloud-inference') {
  const list = useQuery(read(datasetEndpoints.listTrainings, { params: { datasetId }, query: { kind, limit: 1 } }))
  return list.data === undefined ? undefined : (list.data.items[0] ?? null)
}

function useWalk(datasetId: string) {
  const dataset = useQuery(read(datasetEndpoints.getDataset, { params: { datasetId } }))
  const spaceId = dataset.data?.spaceId ?? ''
  const space = useQuery({ ...read(spaceEndpoints.getSpace, { params: { spaceId } }), enabled: spaceId !== '' })
  const training = useLatest(datasetId, 'training')
  const inference = useLatest(datasetId, 'cloud-inference')
  const hasTraining = typeof training?.taskId === 'string'
  const { data: trained, isPending } = useQuery({
    ...read(taskEndpoints.getTask, { params: { taskId: training?.taskId ?? '' } }),
    enabled: hasTraining,
  })
  const modelId = trained?.modelId ?? null
  const isWithout = training?.taskStatus === 'success' && trained !== undefined && modelId === null
  const works = useQuery({ ...read(workEndpoints.listWork, {}), enabled: isWithout })
  const isRegistering = works.data?.some(
    ({ kind, leadsTo, endedAt }) => kind === 'registration' && leadsTo?.id === trained?.id && endedAt === null,
  )
  const isLoading = (hasTraining && isPending) || (isWithout && works.isPending)
  const { fileCount = 0, labeledCount = 0, status = 'processing' } = dataset.data ?? {}
  const done: Record<WalkStep, boolean> = {
    label: dataset.data !== undefined && fileCount > 0 && labeledCount >= fileCount,
    train: training?.taskStatus === 'success' && modelId !== null,
    run: inference?.taskStatus === 'success',
  }
  const isGone = dataset.error instanceof ApiError && dataset.error.error === 'dataset.not-found'
  const isOver = isGone || done.run
  useEffect(() => {
    if (isOver) endWalk()
  }, [isOver])
  const goesOn = (taskStatus: string | undefined) => taskStatus === 'queuing' || taskStatus === 'running'
  return {
    isLoaded: dataset.data !== undefined && training !== undefined && inference !== undefined,
    done,
    next: walkSteps.find((step) => !done[step]),
    rendering: status === 'success' ? null : (space.data?.progress ?? null),
    training: isLoading || goesOn(training?.taskStatus) || (isWithout && isRegistering === true) ? trained : null,
    inferenceId: goesOn(inference?.taskStatus) ? (inference?.taskId ?? null) : null,
    modelId,
  }
}
