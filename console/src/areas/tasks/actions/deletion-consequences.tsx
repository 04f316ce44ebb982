import type { Task } from '@vermilion/contract/tasks'
import { useText } from '#lib/i18n.ts'
import { text } from '../text.ts'
import { RemovalSize } from './removal-size.tsx'

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
