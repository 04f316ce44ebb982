import type { RolloutDevice, RolloutDeviceStatus } from '@vermilion/contract/rollouts/devices'
import type { RolloutStatus } from '@vermilion/contract/rollouts'
import { localize, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { text } from './text.ts'

export const rolloutTones: Record<RolloutStatus, Tone> = {
  draft: 'neutral',
  running: 'active',
  paused: 'warning',
  'rolling-back': 'active',
  success: 'good',
  failed: 'bad',
  aborted: 'neutral',
  'rolled-back': 'warning',
}

const deviceTones: Record<RolloutDeviceStatus, Tone> = {
  pending: 'neutral',
  waiting: 'warning',
  checking: 'active',
  transferring: 'active',
  installing: 'active',
  rebooting: 'active',
  verifying: 'active',
  'rolling-back': 'active',
  success: 'good',
  failed: 'bad',
  'rolled-back': 'warning',
  skipped: 'neutral',
  aborted: 'neutral',
}

export function RolloutMark({ status }: { status: RolloutStatus }) {
  const t = useText(text)
  return <Status tone={rolloutTones[status]}>{t(status)}</Status>
}

export function RolloutDeviceMark({
  device: { status, reason },
}: {
  device: Pick<RolloutDevice, 'status' | 'reason'>
}) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return (
    <span title={reason === null ? undefined : localize(reason, language)}>
      <Status tone={deviceTones[status]}>{t(status)}</Status>
    </span>
  )
}
