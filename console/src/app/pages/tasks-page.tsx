import { useNavigate, useSearch } from '@tanstack/react-router'
import { TrainingData } from '#areas/datasets'
import { CreateTask, TaskListPage } from '#areas/tasks'

export function TasksPage() {
  const { create = false, dataset, version, image, like, draft } = useSearch({ from: '/shell/compute/tasks' })
  const navigate = useNavigate({ from: '/compute/tasks' })
  const close = () =>
    void navigate({
      search: ({ create: _1, dataset: _2, version: _3, image: _4, like: _5, draft: _6, ...now }) => now,
      replace: true,
    })
  return (
    <TaskListPage>
      {create && (
        <CreateTask
          datasetId={dataset}
          versionId={version}
          image={image}
          key={draft ?? ''}
          from={like}
          draft={draft}
          datasetFields={TrainingData}
          onClose={close}
          onCreated={({ kind, id }) => {
            close()
            const to = kind === 'sweep' ? '/compute/sweeps/$id' : '/compute/taskdetail/$id'
            void navigate({ to, params: { id } })
          }}
        />
      )}
    </TaskListPage>
  )
}
