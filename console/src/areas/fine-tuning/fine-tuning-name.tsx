import FormatPainterOutlined from '@ant-design/icons/es/icons/FormatPainterOutlined'
import type { FineTuning } from '@vermilion/contract/fine-tunings/endpoints'
import { taskResultEndpoints } from '@vermilion/contract/tasks/results'
import { Link } from '@tanstack/react-router'
import { addressOf } from '#lib/api.ts'
import { CoverName } from '#ui/cover/cover-name.tsx'

/** A fine-tuning's name beside what it painted last, or until then what it learns from. */
export function FineTuningName({ task }: { task: FineTuning }) {
  const { id, name, statusReason, samples, covers } = task
  const addresses = samples.map(({ path }) =>
    addressOf(taskResultEndpoints.resultFileThumbnail, { params: { taskId: id }, query: { path } }),
  )
  return (
    <CoverName
      covers={covers}
      pictures={samples.length === 0 ? undefined : addresses}
      icon={<FormatPainterOutlined />}
      first={
        <Link to="/compute/taskdetail/$id" params={{ id }}>
          {name}
        </Link>
      }
      second={statusReason}
    />
  )
}
