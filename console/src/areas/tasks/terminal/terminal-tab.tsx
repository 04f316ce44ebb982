import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { terminalEndpoints } from '@vermilion/contract/tasks/terminals'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { TerminalChoice } from './terminal-choice.tsx'
import { TerminalView } from './terminal-view.tsx'
import { text } from './text.ts'
import { useTerminalClosing } from './use-terminal-closing.ts'

/** R2.22: terminals inside the instances of a task. They go on while nobody looks at them. */
export function TerminalTab({ task }: { task: Task }) {
  const t = useText(text)
  const params = { taskId: task.id }
  const terminals = useQuery(read(terminalEndpoints.listTerminals, { params }))
  const instances = useQuery(read(taskEndpoints.listInstances, { params }))
  const [terminalId, setTerminalId] = useState<string>()
  const [instanceName, setInstanceName] = useState<string>()
  const [busy, setBusy] = useState(false)
  const close = useTerminalClosing(task.id)

  if (terminals.data === undefined) {
    if (terminals.error === null) return <Bone height={320} />
    return <ProblemState problem={terminals.error} onRetry={() => void terminals.refetch()} />
  }
  const { supported, items } = terminals.data
  const names = instances.data?.map(({ name }) => name) ?? []
  const instance = names.find((name) => name === instanceName) ?? names[0]
  const runs = task.status === 'running'
  const terminal =
    items.find(({ id }) => id === terminalId) ?? items.findLast(({ exit }) => exit === null) ?? items.at(-1)

  async function open(): Promise<void> {
    setBusy(true)
    try {
      const { id } = await call(terminalEndpoints.openTerminal, { params, body: { instance } })
      await terminals.refetch()
      setTerminalId(id)
    } catch (problem) {
      notify.error(`${t('openFailed')}: ${problemWords(problem)}`)
    } finally {
      setBusy(false)
    }
  }

  const choice = runs && supported && (
    <>
      {names.length > 1 && (
        <Select
          aria-label={t('instance')}
          size="small"
          value={instance ?? null}
          onChange={setInstanceName}
          options={names.map((value) => ({ value, label: value }))}
        />
      )}
      <Button
        size={terminal === undefined ? 'middle' : 'small'}
        type={terminal === undefined ? 'primary' : 'default'}
        icon={<PlusOutlined aria-hidden />}
        loading={busy}
        onClick={() => void open()}
      >
        {t(terminal === undefined ? 'open' : 'another')}
      </Button>
    </>
  )
  if (terminal === undefined) {
    const reason = !supported ? 'unsupported' : runs ? 'empty' : task.endedAt === null ? 'waiting' : 'over'
    return (
      <State title={t(`${reason}Title`)} words={t(`${reason}Words`)}>
        {choice}
      </State>
    )
  }
  return (
    <TerminalView key={terminal.id} terminal={terminal}>
      <TerminalChoice
        {...{ task, items, terminal }}
        withInstances={names.length > 1}
        onChoose={setTerminalId}
        onClose={close}
      />
      {choice}
    </TerminalView>
  )
}
