import type { Device, DeviceStatus as Words } from '@vermilion/contract/devices'
import { useText } from '#lib/i18n.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { text } from './text.ts'

const tones: Record<Words, Tone> = { connecting: 'active', online: 'good', offline: 'bad' }

export function DeviceStatus({ device: { status } }: { device: Pick<Device, 'status'> }) {
  const t = useText(text)
  return <Status tone={tones[status]}>{t(status)}</Status>
}
