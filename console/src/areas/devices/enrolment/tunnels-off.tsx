import Alert from 'antd/es/alert'
import { useText } from '#lib/i18n.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { enrolmentText } from './text.ts'

const variables = ['VERMILION_HOST=0.0.0.0', 'VERMILION_SSH_PORT=2222']

export function TunnelsOff() {
  const t = useText(enrolmentText)
  return (
    <div className="stack gap-16 margin-bottom-24">
      <Alert type="info" title={t('off')} description={t('offWords')} />
      <Lines words={t('offLines')} lines={variables} />
    </div>
  )
}
