import type { Space } from '@vermilion/contract/spaces'
import { useText } from '#lib/i18n.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { text } from './text.ts'

const tones: Record<Space['status'], Tone> = {
  init: 'active',
  processing: 'active',
  generating: 'active',
  success: 'good',
  normal: 'good',
  failed: 'bad',
  error: 'bad',
}

export function SpaceStatus({ space }: { space: Pick<Space, 'status' | 'progress'> }) {
  const t = useText(text)
  return (
    <Status tone={tones[space.status]}>
      {t(space.status)}
      {space.progress !== null && ` ${space.progress.done} / ${space.progress.total}`}
    </Status>
  )
}
