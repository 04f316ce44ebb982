import { FineTuningReport } from '#areas/fine-tuning'
import { InferenceReport, ModelSamples } from '#areas/models'
import { TaskDetailPage } from '#areas/tasks'

const reports = {
  'fine-tuning': FineTuningReport,
  'cloud-inference': InferenceReport,
  'board-inference': InferenceReport,
}

export function TaskPage() {
  return <TaskDetailPage reports={reports} Samples={ModelSamples} />
}

export { prepareTask } from '#areas/tasks'
