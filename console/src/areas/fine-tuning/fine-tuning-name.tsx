import FormatPainterOutlined from '@ant-design/icons/es/icons/FormatPainterOutlined'
import type { FineTuning } from '@vermilion/contract/fine-tunings/endpoints'
import { taskResultEndpoints } from '@vermilion/contract/tasks/results'
import { Link } from '@tanstack/react-router'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { CoverName } from '#ui/cover/cover-name.tsx'
import { text } from './text.ts'

export function FineTuningName({ task }: { task: FineTuning }) {
  const t = useText(text)
  const { id, name, statusReason, samples, covers, image } = task
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
      second={statusReason === '' ? <span title={t('image')}>{image}</span> : statusReason}
    />
  )
}
