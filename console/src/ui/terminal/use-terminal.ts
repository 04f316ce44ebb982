import type { LineState, Terminal } from '@vermilion/contract/terminals'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useTheme } from '#lib/system.ts'
import { type Attachment, attach } from './attachment.ts'
import { followCommands } from './command-marks.ts'
import { linkTerminal } from './link-terminal.ts'
import { isReply, partsOf } from './paste.ts'
import { openScreen, type Screen } from './screen.ts'
import { text } from './text.ts'

interface TerminalState {
  state: LineState
  line: LineState
  viewers: number
  exit: Terminal['exit']
  isGone: boolean
  /** The exit code of the last command, when its shell reports it; null while one runs. */
  commandExit: number | null
}

interface TerminalNeeds {
  terminal: Pick<Terminal, 'id' | 'line'>
  isThere: () => Promise<boolean>
  host: RefObject<HTMLElement | null>
  onLink: (address: string) => void
  onKey: (event: KeyboardEvent) => boolean
}

export function useTerminal({ terminal: { id, line: firstLine }, isThere, host, onLink, onKey }: TerminalNeeds) {
  const t = useText(text)
  const theme = useTheme()
  const [state, setShown] = useState<TerminalState>({
    state: 'connecting',
    line: firstLine,
    viewers: 1,
    exit: null,
    isGone: false,
    commandExit: null,
  })
  const screen = useRef<Screen>(null)
  const attachment = useRef<Attachment>(null)
  const change = useEffectEvent((changes: Partial<TerminalState>) =>
    setShown((previous) => ({ ...previous, ...changes })),
  )
  const gapWords = useEffectEvent((skipped: number) => t('gap', { size: formatSize(skipped) }))
  const linkTitle = useEffectEvent(() => t('terminal'))
  const checkExists = useEffectEvent(isThere)
  const link = useEffectEvent(onLink)
  const key = useEffectEvent(onKey)

  useEffect(() => {
    if (host.current === null) return undefined
    const opened = openScreen({ host: host.current, onLink: (address) => link(address), onKey: (event) => key(event) })
    const { xterm } = opened
    screen.current = opened
    let isAnswered = true
    const attached = attach({
      terminalId: id,
      checkExists: () => checkExists(),
      onState: (state) => change({ state }),
      onOutput(bytes, isOld, done) {
        // Writes are processed in order, so this takes effect exactly where the new output begins.
        xterm.write('', () => (isAnswered = isOld))
        xterm.write(bytes, done)
      },
      onGap(skipped) {
        xterm.write('', () => xterm.reset())
        xterm.write(`\u{1b}[2m${gapWords(skipped)}\u{1b}[0m\r\n`)
      },
      onSize: ({ columns, rows }) => xterm.resize(columns, rows),
      onViewers: (viewers) => change({ viewers }),
      onLine: (line) => change({ line }),
      onExit: (exit) => change({ exit }),
      onGone: () => change({ isGone: true }),
    })
    attachment.current = attached
    const send = (bytes: Uint8Array<ArrayBuffer>) => {
      for (const part of partsOf(bytes)) attached.type(part)
    }
    const encoder = new TextEncoder()
    xterm.onData((data) => {
      if (!isReply(data)) send(encoder.encode(data))
      else if (!isAnswered) attached.reply(data)
    })
    xterm.onBinary((data) => send(Uint8Array.from(data, (letter) => letter.charCodeAt(0))))
    const fit = () => {
      const size = opened.proposedSize()
      if (size !== null) attached.resize(size)
    }
    const read = followCommands(xterm, (commandExit) => change({ commandExit }))
    const type = (text: string) => send(encoder.encode(text))
    const unlink = linkTerminal({ xterm, title: linkTitle(), read, type })
    const watching = new ResizeObserver(fit)
    watching.observe(host.current)
    if (document.activeElement === document.body) xterm.focus()
    return () => {
      watching.disconnect()
      unlink()
      attached.leave()
      xterm.dispose()
      screen.current = null
    }
  }, [id, host])

  useEffect(() => screen.current?.dress(theme), [theme])

  return { shown: state, screen, again: () => attachment.current?.again() }
}
