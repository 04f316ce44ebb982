import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { useAssistant } from '#ui/assistant/assistant.ts'
import { useHasAssistant } from '#ui/assistant/use-has-assistant.ts'
import { text } from './text.ts'

export function CommandHelp({ exitCode }: { exitCode: number | null }) {
  const t = useText(text)
  const ask = useAssistant((assistant) => assistant.ask)
  const hasAssistant = useHasAssistant()
  // 130 means that the user interrupted it.
  if (exitCode === null || exitCode === 0 || exitCode === 130 || !hasAssistant) return null
  return (
    <p className="wrapping-row gap-4-10 margin-0-0-10 text-secondary">
      {t('commandFailed', { code: exitCode })}{' '}
      <Button size="small" onClick={() => ask({ text: t('askExplain'), goesOn: false })}>
        {t('explain')}
      </Button>{' '}
      <Button size="small" onClick={() => ask({ text: t('askRepair'), goesOn: true })}>
        {t('repair')}
      </Button>
    </p>
  )
}
