import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { Panel } from '#ui/page/page.tsx'
import { text } from './text.ts'
import styles from './welcome.module.css'

/** On day one: the two ways to begin. */
export function FirstSteps({ onSample, onSpace }: { onSample: () => void; onSpace: () => void }) {
  const t = useText(text)
  return (
    <div className={styles['first']}>
      <Panel title={t('trySample')}>
        <p>{t('trySampleWords')}</p>
        <Button type="primary" onClick={onSample}>
          {t('sample')}
        </Button>
      </Panel>
      <Panel title={t('ownImages')}>
        <p>{t('ownImagesWords')}</p>
        <Button onClick={onSpace}>{t('createSpace')}</Button>
      </Panel>
    </div>
  )
}
