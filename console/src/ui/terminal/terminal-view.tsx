import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import type { LineState, Terminal } from '@vermilion/contract/terminals'
import Button from 'antd/es/button'
import { type ReactNode, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { usePageShortcuts } from '#ui/keyboard/page-shortcuts.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { toClipboard } from '#ui/clipboard/copy-to-clipboard.ts'
import ansi from './ansi-colours.module.css'
import { CommandHelp } from './command-help.tsx'
import { TerminalNotes } from './terminal-notes.tsx'
import { TerminalSearch } from './terminal-search.tsx'
import styles from './terminal.module.css'
import { text } from './text.ts'
import { usePaste } from './use-paste.tsx'
import { useTerminal } from './use-terminal.ts'

const tones: Record<LineState, Tone> = {
  connecting: 'active',
  connected: 'good',
  disconnected: 'bad',
  unknown: 'warning',
}

interface TerminalViewProps {
  terminal: Terminal
  isThere: () => Promise<boolean>
  note: string
  children: ReactNode
}

export function TerminalView({ terminal, isThere, note, children }: TerminalViewProps) {
  const t = useText(text)
  const host = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const find = useRef<HTMLElement>(null)
  const { shown: state, screen, again } = useTerminal({ terminal, isThere, host, onLink: openLink, onKey })
  const line = state.state === 'connected' ? state.line : state.state
  const focusFind = () => find.current?.querySelector('input')?.focus()

  function openLink(address: string): void {
    if (!/^https?:\/\//i.test(address)) return
    confirm({
      title: t('linkTitle'),
      body: <p className="break-anywhere">{address}</p>,
      action: t('linkOpen'),
      run: () => void window.open(address, '_blank', 'noopener,noreferrer'),
    })
  }

  async function copy(): Promise<void> {
    const selectedText = screen.current?.xterm.getSelection() ?? ''
    if (selectedText === '') return
    if (await toClipboard(selectedText)) notify.success(t('copied'))
    else notify.error(t('copyFailed'))
  }

  function onKey(event: KeyboardEvent): boolean {
    const command = event.ctrlKey && !event.altKey && !event.metaKey ? event.key.toLowerCase() : ''
    const isShifted = event.shiftKey
    if (isShifted && command === 'l') return act(event, () => bar.current?.querySelector('button')?.focus())
    if (isShifted && command === 'f') return act(event, focusFind)
    const hasSelection = screen.current?.xterm.hasSelection() === true
    if (command === 'c' && (isShifted || hasSelection)) {
      return act(event, () => void copy().then(() => screen.current?.xterm.clearSelection()))
    }
    return command !== 'v'
  }

  usePaste(host, screen)
  usePageActions([{ key: 'terminal-find', text: t('keyFind'), run: focusFind }])
  usePageShortcuts([
    {
      title: t('keysTitle'),
      rows: [
        { id: 'leave', keys: ['Ctrl+Shift+l'], text: t('keyLeave') },
        { id: 'copy', keys: ['Ctrl+Shift+c'], text: t('keyCopy') },
        { id: 'paste', keys: ['Ctrl+v', 'Ctrl+Shift+v'], text: t('keyPaste') },
        { id: 'find', keys: ['Ctrl+Shift+f'], text: t('keyFind') },
      ],
    },
  ])

  return (
    <>
      <div className="wrapping-row gap-8-14 margin-bottom-10" ref={bar}>
        {children}
        <span className="wrapping-row gap-8-14 push-right">
          <output>
            <Status tone={state.exit === null ? tones[line] : 'neutral'}>
              {t(state.exit === null ? line : 'disconnected')}
            </Status>
          </output>
          {state.viewers > 1 && state.exit === null && (
            <span className="faint">{t('viewers', { count: state.viewers })}</span>
          )}
          <TerminalSearch field={find} screen={screen} />
          <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
            {t('copy')}
          </Button>
        </span>
      </div>
      <TerminalNotes state={state} onReconnect={again} />
      {state.exit === null && <CommandHelp exitCode={state.commandExit} />}
      <section className={`${styles['frame']} grow scroll border radius-8 ground-panel`} aria-label={t('terminal')}>
        <div ref={host} className={`${ansi['colours']} full-height code-font`} style={{ minHeight: 200 }} />
      </section>
      <p className={`${styles['hint']} faint flex wrap gap-4-14`}>
        {t('hint')}
        {note !== '' && <strong>{note}</strong>}
      </p>
    </>
  )
}

/** Replaces a key's default action. Handlers receive both keydown and keyup. */
function act(event: KeyboardEvent, run: () => void): false {
  event.preventDefault()
  if (event.type === 'keydown') run()
  return false
}
