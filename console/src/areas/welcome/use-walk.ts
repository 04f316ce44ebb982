import { datasetEndpoints } from '@vermilion/contract/datasets'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { workEndpoints } from '@vermilion/contract/work'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#lib/api.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'

export const walkSteps = ['label', 'train', 'run'] as const
export type WalkStep = (typeof walkSteps)[number]

export const endWalk = (): void => useSystem.getState().change({ firstSteps: null })

function useLatest(datasetId: string, kind: 'training' | 'cloud-inference') {
  const list = useQuery(read(datasetEndpoints.listTrainings, { params: { datasetId }, query: { kind, limit: 1 } }))
  return list.data === undefined ? undefined : (list.data.items[0] ?? null)
}

export function useWalk(datasetId: string) {
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
