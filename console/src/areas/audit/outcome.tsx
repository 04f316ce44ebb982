import { useText } from '#lib/i18n.ts'
import { Status } from '#ui/feedback/status.tsx'
import { text } from './text.ts'

export function Outcome({ error }: { error: string | null }) {
  const t = useText(text)
  return <Status tone={error === null ? 'good' : 'bad'}>{t(error === null ? 'done' : 'refused')}</Status>
}
