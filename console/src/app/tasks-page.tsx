import { useNavigate, useSearch } from '@tanstack/react-router'
import { CreateTraining } from '#areas/datasets'
import { TaskListPage } from '#areas/tasks'

/** The tasks, with the form of the area that starts trainings. */
export function TasksPage() {
  const { create = false, dataset } = useSearch({ from: '/shell/compute/tasks' })
  const navigate = useNavigate({ from: '/compute/tasks' })
  const close = () =>
    void navigate({ search: (now) => ({ ...now, create: undefined, dataset: undefined }), replace: true })
  return (
    <TaskListPage>
      {create && (
        <CreateTraining
          open
          datasetId={dataset}
          onClose={close}
          onCreated={({ id }) => void navigate({ to: '/compute/taskdetail/$id', params: { id } })}
        />
      )}
    </TaskListPage>
  )
}
