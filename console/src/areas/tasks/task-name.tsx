import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined'
import type { ListedTask } from '@vermilion/contract/tasks'
import { Link } from '@tanstack/react-router'
import { CoverName } from '#ui/cover/cover-name.tsx'
import { QueuePlace } from './queue/queue-position.tsx'

export function TaskName({ task }: { task: ListedTask }) {
  return (
    <CoverName
      covers={task.covers}
      icon={<ThunderboltOutlined />}
      first={
        <Link to="/compute/taskdetail/$id" params={{ id: task.id }}>
          {task.name}
        </Link>
      }
      second={task.queue === null ? task.statusReason : <QueuePlace task={task} />}
    />
  )
}
