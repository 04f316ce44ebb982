import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { deletedDatasetEndpoints } from '@vermilion/contract/datasets/deleted'
import { call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { refresh, read } from '#lib/query.ts'
import type { BulkAction } from '#ui/list/bulk-action.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { offerUndo } from '#ui/feedback/undo.tsx'
import { text } from './text.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { useWorkDescription } from './trash/describe-work.ts'

const remove = ({ id }: Dataset) => call(datasetEndpoints.deleteDataset, { params: { datasetId: id } })

async function restore({ id }: Dataset): Promise<void> {
  await call(deletedDatasetEndpoints.restoreDataset, { params: { datasetId: id } })
  await refresh('/datasets', '/deleted-datasets')
}

export function askToDelete(dataset: Dataset, t: Translate<typeof text.en>, onDeleted?: () => void): void {
  confirm({
    title: t('deleteTitle', { name: dataset.name }),
    body: <Consequences datasets={[dataset]} />,
    action: t('delete'),
    danger: true,
    run: async () => {
      await remove(dataset)
      offerUndo(t('deleted_success', { name: dataset.name }), () => restore(dataset))
      onDeleted?.()
      void refresh('/datasets', '/deleted-datasets')
    },
  })
}

export function useDatasetDeletion(): BulkAction<Dataset> {
  const t = useText(text)
  return {
    key: 'delete',
    text: t('delete'),
    danger: true,
    title: ({ length: count }) => t('deleteManyTitle', { count }),
    body: (datasets) => <Consequences datasets={datasets} />,
    run: remove,
    done: (count) => t('deletedMany', { count }),
    after: () => void refresh('/datasets', '/deleted-datasets'),
  }
}

const maxListed = 5

function Consequences({ datasets }: { datasets: readonly Dataset[] }) {
  const t = useText(text)
  const count = datasets.reduce((sum, { annotationCount }) => sum + annotationCount, 0)
  return (
    <div className="stack gap-8">
      <p>{t(datasets.length === 1 ? 'deleteBody' : 'deleteManyBody', { count })}</p>
      <Work datasets={datasets} />
      <Affected datasets={datasets} />
    </div>
  )
}

function Work({ datasets }: { datasets: readonly Dataset[] }) {
  const t = useText(text)
  const { people } = useWorkDescription()
  const me = useQuery(read(accountEndpoints.me, {})).data?.username
  const requests = datasets.map(({ id: datasetId }) => ({ params: { datasetId } }))
  const works = useQueries({
    queries: requests.map((request) => read(deletedDatasetEndpoints.getDatasetWork, request)),
  })
  const images = new Map<string, number>()
  for (const { annotator, images: count } of works.flatMap(({ data }) => data?.annotators ?? []))
    if (annotator !== me) images.set(annotator, (images.get(annotator) ?? 0) + count)
  const annotators = [...images]
    .map(([annotator, count]) => ({ annotator, images: count, labels: 0 }))
    .toSorted((one, other) => other.images - one.images)
  if (annotators.length === 0) return null
  return (
    <p>
      <strong>{t('deleteWork', { people: people({ annotators, annotatorCount: annotators.length }) })}</strong>
    </p>
  )
}

function Affected({ datasets }: { datasets: readonly Dataset[] }) {
  const t = useText(text)
  const requestsOf = (limit: number) =>
    datasets.map(({ id: datasetId }) => ({ params: { datasetId }, query: { limit } }))
  const versions = useQueries({ queries: requestsOf(1).map((request) => read(datasetEndpoints.listVersions, request)) })
  const tasks = useQueries({
    queries: requestsOf(maxListed).map((request) => read(datasetEndpoints.listTrainings, request)),
  })
  const problem = [...versions, ...tasks].find(({ error }) => error !== null)?.error ?? null
  if (problem !== null) return <p>{problemWords(problem)}</p>
  if ([...versions, ...tasks].some(({ data }) => data === undefined)) return <Bone />
  const versionCount = versions.reduce((sum, { data }) => sum + (data?.total ?? 0), 0)
  const taskCount = tasks.reduce((sum, { data }) => sum + (data?.total ?? 0), 0)
  const named = tasks.flatMap(({ data }) => data?.items ?? []).slice(0, maxListed)
  return (
    <>
      {versionCount > 0 && <p>{t('deleteVersions', { count: versionCount })}</p>}
      {taskCount > 0 && (
        <>
          <p>{t('deleteTasks', { count: taskCount })}</p>
          <ul className="padding-left-16 bullets">
            {named.map(({ taskId, name }) => (
              <li key={taskId}>{name}</li>
            ))}
            {taskCount > named.length && <li>{'…'}</li>}
          </ul>
        </>
      )}
    </>
  )
}
