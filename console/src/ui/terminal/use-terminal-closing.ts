import { type Terminal, terminalEndpoints } from '@vermilion/contract/terminals'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { text } from './text.ts'

interface ClosingNeeds {
  reload: () => Promise<readonly Terminal[]>
  closeWords: string
}

export function useTerminalClosing({ reload, closeWords }: ClosingNeeds) {
  const t = useText(text)
  return async (terminal: Terminal, name: string): Promise<void> => {
    const run = async () => {
      await call(terminalEndpoints.closeTerminal, { params: { terminalId: terminal.id } })
      await reload()
    }
    // It may have ended since; an ended one needs no confirmation.
    const items = await reload()
    const { exit } = items.find(({ id }) => id === terminal.id) ?? terminal
    if (exit !== null) return run().catch((problem) => notify.error(problemWords(problem)))
    confirm({
      title: t('closeTitle', { name }),
      body: closeWords,
      action: t('close'),
      danger: true,
      failure: t('closeFailed'),
      run,
    })
  }
}
