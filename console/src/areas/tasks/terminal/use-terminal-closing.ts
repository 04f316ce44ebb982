import { type Terminal, terminalEndpoints } from '@vermilion/contract/tasks/terminals'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { queryClient, read } from '#lib/query.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { text } from './text.ts'

async function hangUp({ id }: Terminal): Promise<void> {
  await call(terminalEndpoints.closeTerminal, { params: { terminalId: id } })
  await queryClient.invalidateQueries({ queryKey: [terminalEndpoints.listTerminals.path] })
}

/** Closes a terminal; of one that still runs somebody is asked first. */
export function useTerminalClosing(taskId: string) {
  const t = useText(text)
  const terminals = useQuery(read(terminalEndpoints.listTerminals, { params: { taskId } }))
  return async (terminal: Terminal, name: string): Promise<void> => {
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
}
