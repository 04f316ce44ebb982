import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { LogPanel } from './log-panel.tsx'
import { text } from './text.ts'

export function LogTab({ task }: { task: Task }) {
  const t = useText(text)
  const instances = useQuery(read(taskEndpoints.listInstances, { params: { taskId: task.id } }))
  const [selected, setChosen] = useState<string>()
  const names = instances.data?.map(({ name }) => name) ?? []
  const instance = names.find((name) => name === selected)
  return (
    <LogPanel key={instance} task={task} instance={instance}>
      {instances.error !== null && <PartialStrip problem={instances.error} onRetry={() => void instances.refetch()} />}
      {names.length > 1 && (
        <Select
          aria-label={t('instance')}
          size="small"
          value={instance ?? names[0] ?? null}
          onChange={setChosen}
          options={names.map((value) => ({ value, label: value }))}
        />
      )}
    </LogPanel>
  )
}
