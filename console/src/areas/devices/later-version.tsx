import type { Installation } from '@vermilion/contract/rollouts/installations'
import { useText } from '#lib/i18n.ts'
import { useLater } from '#lib/use-installed.ts'
import { Tag } from '#ui/feedback/status.tsx'
import { softwareText } from './detail/software-text.ts'

export function LaterVersion({ installed, framed = false }: { installed: Installation; framed?: boolean }) {
  const t = useText(softwareText)
  const later = useLater([installed]).get(installed.id)
  if (later === undefined) return null
  const label = t('available', { version: later.version })
  return framed ? <Tag>{label}</Tag> : label
}
