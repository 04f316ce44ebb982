import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { Terminal } from '@vermilion/contract/terminals'
import Button from 'antd/es/button'
import { type ReactNode, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { State } from '#ui/feedback/states.tsx'
import { TerminalChoice } from './terminal-choice.tsx'
import { text } from './text.ts'
import { useTerminalClosing } from './use-terminal-closing.ts'

const TerminalView = lazyPart(async () => (await import('./terminal-view.tsx')).TerminalView)

interface TerminalPanelProps<One extends Terminal> {
  items: readonly One[]
  reload: () => Promise<readonly One[]>
  open: (() => Promise<One>) | undefined
  choice?: ReactNode
  nameOf?: ((terminal: One) => string) | undefined
  closeWords: string
  empty: { title: string; text: string }
  noteOf?: (terminal: One) => string
}

export function TerminalPanel<One extends Terminal>(props: TerminalPanelProps<One>) {
  const { items, reload, open, choice, nameOf, closeWords, empty, noteOf } = props
  const t = useText(text)
  const [terminalId, setTerminalId] = useState<string>()
  const [busy, setBusy] = useState(false)
  const close = useTerminalClosing({ reload, closeWords })
  const terminal =
    items.find(({ id }) => id === terminalId) ?? items.findLast(({ exit }) => exit === null) ?? items.at(-1)

  async function openAnother(start: () => Promise<One>): Promise<void> {
    setBusy(true)
    try {
      const { id } = await start()
      await reload()
      setTerminalId(id)
    } catch (problem) {
      notify.error(`${t('openFailed')}: ${problemWords(problem)}`)
    } finally {
      setBusy(false)
    }
  }

  const opening = open !== undefined && (
    <>
      {choice}
      <Button
        size={terminal === undefined ? 'middle' : 'small'}
        type={terminal === undefined ? 'primary' : 'default'}
        icon={<PlusOutlined aria-hidden />}
        loading={busy}
        onClick={() => void openAnother(open)}
      >
        {t(terminal === undefined ? 'open' : 'another')}
      </Button>
    </>
  )
  if (terminal === undefined) {
    return (
      <State title={empty.title} text={empty.text}>
        {opening}
      </State>
    )
  }
  const { id } = terminal
  const isThere = async () => (await reload()).some((one) => one.id === id)
  return (
    <TerminalView key={id} terminal={terminal} isThere={isThere} note={noteOf?.(terminal) ?? ''}>
      <TerminalChoice {...{ items, terminal, nameOf }} onChoose={setTerminalId} onClose={close} />
      {opening}
    </TerminalView>
  )
}
