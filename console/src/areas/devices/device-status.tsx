import type { Device, DeviceProblem, DeviceStatus as Words } from '@vermilion/contract/devices'
import { useText } from '#lib/i18n.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { problemText } from './problem-text.ts'
import { text } from './text.ts'

const tones: Record<Words, Tone> = { connecting: 'active', online: 'good', offline: 'neutral' }

const needsPerson: ReadonlySet<DeviceProblem> = new Set([
  'host-key-unconfirmed',
  'host-key-changed',
  'authentication-failed',
  'login-blocked',
  'unsuitable',
])

export function DeviceStatus({ device: { status, problem } }: { device: Pick<Device, 'status' | 'problem'> }) {
  const t = useText(text)
  const problems = useText(problemText)
  const isWaiting = problem !== null && needsPerson.has(problem)
  return (
    <span title={problem === null ? undefined : problems(problem)}>
      <Status tone={isWaiting ? 'warning' : tones[status]}>{t(status)}</Status>
    </span>
  )
}
