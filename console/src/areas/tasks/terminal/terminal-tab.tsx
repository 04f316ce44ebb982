import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { type Terminal, terminalEndpoints } from '@vermilion/contract/tasks/terminals'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { queryClient, read } from '#lib/query.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { ToolButton } from '#ui/tool-button.tsx'
import { TerminalView } from './terminal-view.tsx'
import styles from './terminal.module.css'
import { text } from './text.ts'

/** R2.22: terminals inside the instances of a task. They go on while nobody looks at them. */
// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function TerminalTab({ task }: { task: Task }) {
  const t = useText(text)
  const params = { taskId: task.id }
  const terminals = useQuery(read(terminalEndpoints.listTerminals, { params }))
  const instances = useQuery(read(taskEndpoints.listInstances, { params }))
  const [selectedInstance, setChosen] = useState<string>()
  const [requestedId, setWanted] = useState<string>()
  const [busy, setBusy] = useState(false)

  if (terminals.data === undefined) {
    if (terminals.error === null) return <Bone height={320} />
    return <ProblemState problem={terminals.error} onRetry={() => void terminals.refetch()} />
  }
  const { supported, items } = terminals.data
  const names = instances.data?.map(({ name }) => name) ?? []
  const instance = names.find((name) => name === requestedId) ?? names[0]
  const runs = task.status === 'running'
  const terminal =
    items.find(({ id }) => id === selectedInstance) ?? items.findLast(({ exit }) => exit === null) ?? items.at(-1)

  async function open(): Promise<void> {
    setBusy(true)
    try {
      const { id } = await call(terminalEndpoints.openTerminal, { params, body: { instance } })
      await terminals.refetch()
      setChosen(id)
    } catch (problem) {
      notify.error(`${t('openFailed')}: ${problemWords(problem)}`)
    } finally {
      setBusy(false)
    }
  }

  async function hangUp({ id }: Terminal): Promise<void> {
    await call(terminalEndpoints.closeTerminal, { params: { terminalId: id } })
    await queryClient.invalidateQueries({ queryKey: [terminalEndpoints.listTerminals.path] })
  }

  async function close(terminal: Terminal, name: string): Promise<void> {
    const run = () => hangUp(terminal)
    // It may have ended since: what runs no more is not asked about.
    const { data } = await terminals.refetch()
    const { exit } = data?.items.find(({ id }) => id === terminal.id) ?? terminal
    if (exit !== null) return run().catch((problem) => notify.error(problemWords(problem)))
    confirm({
      title: t('closeTitle', { name }),
      body: t('closeWords'),
      action: t('close'),
      danger: true,
      failure: t('closeFailed'),
      run,
    })
  }

  const choice = runs && supported && (
    <>
      {names.length > 1 && (
        <Select
          aria-label={t('instance')}
          size="small"
          value={instance ?? null}
          onChange={setWanted}
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
      <div className={styles['terminals']}>
        {items.map((one, index) => (
          <button
            key={one.id}
            type="button"
            className={styles['choice']}
            aria-label={t('numbered', { number: index + 1 })}
            aria-pressed={one === terminal}
            onClick={() => setChosen(one.id)}
          >
            {`${index + 1}${names.length > 1 ? ` · ${one.instance.slice(task.id.length + 1)}` : ''}`}
          </button>
        ))}
        <ToolButton label={t('close')} onClick={() => void close(terminal, `${items.indexOf(terminal) + 1}`)}>
          <CloseOutlined aria-hidden />
        </ToolButton>
      </div>
      {choice}
    </TerminalView>
  )
}
