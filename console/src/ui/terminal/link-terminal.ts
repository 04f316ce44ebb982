import type { Terminal } from '@xterm/xterm'
import { type LastCommand, useTerminalLink } from '#ui/assistant/terminal-link.ts'
import { pasteOf } from './paste.ts'

interface LinkNeeds {
  readonly xterm: Terminal
  readonly title: string
  readonly read: () => LastCommand
  readonly type: (text: string) => void
}

export function linkTerminal({ xterm, title, read, type }: LinkNeeds): () => void {
  const insert = (text: string) => {
    xterm.paste(pasteOf(text).replace(/\n+$/, ''))
    setTimeout(() => xterm.focus())
  }
  const terminal = {
    title,
    read,
    insert,
    run(text: string) {
      insert(text)
      type('\r')
    },
  }
  useTerminalLink.setState({ terminal })
  return () => {
    if (useTerminalLink.getState().terminal === terminal) useTerminalLink.setState({ terminal: null })
  }
}
