import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { useQueries, useQuery } from '@tanstack/react-query'
import { deletedDatasetEndpoints } from '@vermilion/contract/datasets/deleted'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { text } from './text.ts'
import { useWorkDescription } from './trash/describe-work.ts'

const maxListed = 5

export function Consequences({ datasets }: { datasets: readonly Dataset[] }) {
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
