import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { taskTerminalEndpoints } from '@vermilion/contract/tasks/terminals'
import { useQuery } from '@tanstack/react-query'
import Select from 'antd/es/select'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { queryClient, read } from '#lib/query.ts'
import { QueryState } from '#ui/feedback/states.tsx'
import { TerminalPanel } from '#ui/terminal/terminal-panel.tsx'
import { text } from './text.ts'

export function TerminalTab({ task }: { task: Task }) {
  const t = useText(text)
  const params = { taskId: task.id }
  const list = read(taskTerminalEndpoints.listTaskTerminals, { params })
  const terminals = useQuery(list)
  const instances = useQuery(read(taskEndpoints.listInstances, { params }))
  const [instanceName, setInstanceName] = useState<string>()

  if (terminals.data === undefined) return <QueryState query={terminals} height={320} />
  const { supported, items } = terminals.data
  const names = instances.data?.map(({ name }) => name) ?? []
  const instance = names.find((name) => name === instanceName) ?? names[0]
  const runs = task.status === 'running'
  const reason = !supported ? 'unsupported' : runs ? 'empty' : task.endedAt === null ? 'waiting' : 'over'
  async function reload() {
    // A direct call, because a query waits while the browser is offline.
    const fresh = await call(taskTerminalEndpoints.listTaskTerminals, { params })
    queryClient.setQueryData(list.queryKey, fresh)
    return fresh.items
  }
  const open = () => call(taskTerminalEndpoints.openTaskTerminal, { params, body: { instance } })

  return (
    <TerminalPanel
      items={items}
      reload={reload}
      open={runs && supported ? open : undefined}
      nameOf={names.length > 1 ? (one) => one.instance.slice(task.id.length + 1) : undefined}
      closeWords={t('closeWords')}
      empty={{ title: t(`${reason}Title`), text: t(`${reason}Words`) }}
      choice={
        names.length > 1 && (
          <Select
            aria-label={t('instance')}
            size="small"
            value={instance ?? null}
            onChange={setInstanceName}
            options={names.map((value) => ({ value, label: value }))}
          />
        )
      }
    />
  )
}
