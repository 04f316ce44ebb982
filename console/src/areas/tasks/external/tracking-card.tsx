import { useText } from '#lib/i18n.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { LinkButton } from '#ui/page/link-button.tsx'
import { Panel } from '#ui/page/page.tsx'
import { externalText } from './text.ts'

const script = [
  'import mlflow',
  'with mlflow.start_run(run_name="first try"):',
  '    mlflow.log_params({"lr": 0.01})',
  '    for step in range(100):',
  '        mlflow.log_metric("loss", 1 / (step + 1), step=step)',
]

/** The card says how a training on another machine is followed here; it is folded once there is one. */
export function TrackingCard({ open }: { open: boolean }) {
  const t = useText(externalText)
  const address = new URL('.', document.baseURI).href.replace(/\/$/, '')
  const variables = [`export MLFLOW_TRACKING_URI=${address}`, `export MLFLOW_TRACKING_TOKEN=<${t('yourToken')}>`]
  return (
    <Panel title={t('title')} extra={<LinkButton to="/settings/account">{t('tokens')}</LinkButton>}>
      <p className="text-secondary">{t('words')}</p>
      <details className="margin-top-10" open={open}>
        <summary className="fit-width text-tertiary cursor-pointer hover-text-ink font-13">{t('how')}</summary>
        <div className="grid gap-10 margin-top-10">
          <Lines text={t('variables')} lines={variables} />
          <Lines text={t('script')} lines={script} />
        </div>
      </details>
    </Panel>
  )
}
