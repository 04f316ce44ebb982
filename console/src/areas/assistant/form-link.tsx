import type { DraftForm, ToolCall } from '@vermilion/contract/assistant/messages'
import { Link } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { text } from './text.ts'

export function FormLink({ call, form }: { call: ToolCall; form: DraftForm }) {
  const t = useText(text)
  const { id: draft, arguments: values } = call
  const words = t('openForm')
  if (form === 'training') {
    return (
      <Link to="/compute/tasks" search={{ create: true, draft }}>
        {words}
      </Link>
    )
  }
  if (form === 'rollout') {
    return (
      <Link to="/board/rollouts" search={{ create: true, draft }}>
        {words}
      </Link>
    )
  }
  return (
    <Link
      to="/space/list/file/$id/generations"
      params={{ id: String(values['spaceId']) }}
      search={{ create: true, draft }}
    >
      {words}
    </Link>
  )
}
