import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { Panel } from '#ui/page/page.tsx'
import { text } from './text.ts'
import { useSample } from './use-sample.ts'
import styles from './welcome.module.css'

export function FirstSteps({ onSettings, onSpace }: { onSettings: () => void; onSpace: () => void }) {
  const t = useText(text)
  const { load, busy } = useSample()
  return (
    <div className={`${styles['first']} grid gap-16`}>
      <Panel title={t('trySample')}>
        <p className="min-height-44 margin-bottom-16 text-secondary">{t('trySampleWords')}</p>
        <Button type="primary" loading={busy} onClick={load}>
          {t('sample')}
        </Button>{' '}
        <Button type="text" onClick={onSettings}>
          {t('sampleSettings')}
        </Button>
      </Panel>
      <Panel title={t('ownImages')}>
        <p className="min-height-44 margin-bottom-16 text-secondary">{t('ownImagesWords')}</p>
        <Button onClick={onSpace}>{t('createSpace')}</Button>
      </Panel>
    </div>
  )
}
