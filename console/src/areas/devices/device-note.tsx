import type { Device } from '@vermilion/contract/devices'
import { formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { problemText } from './problem-text.ts'
import { text } from './text.ts'

export const isPast = ({ status, lastSeenAt }: Pick<Device, 'status' | 'lastSeenAt'>) =>
  status !== 'online' && lastSeenAt !== null

export function useDeviceNote(): (device: Device) => string | undefined {
  const t = useText(text)
  const problems = useText(problemText)
  const zone = useSystem((system) => system.zone)
  return (device) => {
    if (device.status === 'online') return undefined
    if (device.lastSeenAt !== null) return t('fromBefore', { time: formatTime(device.lastSeenAt, zone) })
    return device.problem === null ? undefined : problems(device.problem)
  }
}
