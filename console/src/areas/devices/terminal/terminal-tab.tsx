import type { Device } from '@vermilion/contract/devices'
import { deviceTerminalEndpoints } from '@vermilion/contract/devices/terminals'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { queryClient, read } from '#lib/query.ts'
import { QueryState } from '#ui/feedback/states.tsx'
import { TerminalPanel } from '#ui/terminal/terminal-panel.tsx'
import { terminalText } from './text.ts'

export function TerminalTab({ device }: { device: Device }) {
  const t = useText(terminalText)
  const params = { deviceId: device.id }
  const list = read(deviceTerminalEndpoints.listDeviceTerminals, { params })
  const terminals = useQuery(list)
  if (terminals.data === undefined) return <QueryState query={terminals} height={320} />
  async function reload() {
    // A direct call, because a query waits while the browser is offline.
    const fresh = await call(deviceTerminalEndpoints.listDeviceTerminals, { params })
    queryClient.setQueryData(list.queryKey, fresh)
    return fresh
  }
  const isOnline = device.status === 'online'
  const open = () => call(deviceTerminalEndpoints.openDeviceTerminal, { params, body: {} })
  const reason = isOnline ? 'empty' : 'offline'
  return (
    <TerminalPanel
      items={terminals.data}
      reload={reload}
      open={isOnline ? open : undefined}
      closeWords={t('closeWords')}
      empty={{ title: t(`${reason}Title`), text: t(`${reason}Words`) }}
      noteOf={({ persistence, exit }) => (persistence === 'connection' && exit === null ? t('endsWithConnection') : '')}
    />
  )
}
