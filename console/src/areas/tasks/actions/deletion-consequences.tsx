import type { Task } from '@vermilion/contract/tasks'
import { useText } from '#lib/i18n.ts'
import { text } from '../text.ts'
import { taskRemovalEndpoints } from '@vermilion/contract/tasks/removal'
import { useQueries } from '@tanstack/react-query'
import { formatSize } from '#lib/format.ts'
import { read } from '#lib/query.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone } from '#ui/feedback/states.tsx'

interface DeletionConsequencesProps {
  tasks: readonly Pick<Task, 'id'>[]
  active?: number
}

export function DeletionConsequences({ tasks, active = 0 }: DeletionConsequencesProps) {
  const t = useText(text)
  return (
    <>
      <p>{t('deleteBody')}</p>
      {tasks.length > 0 && <RemovalSize tasks={tasks} />}
      {active > 0 && <p>{t('deleteActive', { count: active })}</p>}
    </>
  )
}

function RemovalSize({ tasks }: { tasks: readonly Pick<Task, 'id'>[] }) {
  const t = useText(text)
  const queries = useQueries({
    queries: tasks.map(({ id: taskId }) => ({
      ...read(taskRemovalEndpoints.getTaskRemoval, { params: { taskId } }),
      // Files change without an event.
      staleTime: 0,
    })),
  })
  const problem = queries.find(({ error }) => error !== null)?.error ?? null
  if (problem !== null) {
    return (
      <p>
        {t('freesUnknown')} {problemWords(problem)}
      </p>
    )
  }
  if (queries.some(({ data }) => data === undefined)) return <Bone />
  const size = queries.flatMap(({ data }) => data ?? [])
  const sizeOf = (part: 'results' | 'logs' | 'data') => size.reduce((sum, each) => sum + each[part], 0)
  const [results, logs, data] = [sizeOf('results'), sizeOf('logs'), sizeOf('data')]
  const sizes = {
    size: formatSize(results + logs + data),
    results: formatSize(results),
    logs: formatSize(logs),
    data: formatSize(data),
  }
  return <p>{t(size.every(({ complete }) => complete) ? 'frees' : 'freesMore', sizes)}</p>
}
