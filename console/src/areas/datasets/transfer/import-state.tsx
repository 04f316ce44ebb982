import type { ImportStatus } from '@vermilion/contract/datasets/imports'
import { useText } from '#lib/i18n.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { text } from './text.ts'

const tones: Record<ImportStatus, Tone> = {
  reading: 'active',
  ready: 'warning',
  importing: 'active',
  success: 'good',
  failed: 'bad',
  stopped: 'neutral',
}

export function ImportState({ status }: { status: ImportStatus }) {
  const t = useText(text)
  return <Status tone={tones[status]}>{t(`import-${status}`)}</Status>
}
