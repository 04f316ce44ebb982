import CloudServerOutlined from '@ant-design/icons/es/icons/CloudServerOutlined'
import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import PlayCircleOutlined from '@ant-design/icons/es/icons/PlayCircleOutlined'
import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined'
import type { TaskKind } from '@vermilion/contract/tasks'
import type { ComponentType } from 'react'
import { useText } from '#lib/i18n.ts'
import { text } from './text.ts'

const icons: Record<TaskKind, ComponentType> = {
  training: ThunderboltOutlined,
  'fine-tuning': ControlOutlined,
  'cloud-inference': PlayCircleOutlined,
  'board-inference': PlayCircleOutlined,
  external: CloudServerOutlined,
}

export function TaskKindMark({ kind }: { kind: TaskKind }) {
  const t = useText(text)
  const Icon = icons[kind]
  return (
    <small className="ellipsis text-inherit weight-500">
      <Icon aria-hidden /> {t(kind)}
    </small>
  )
}
