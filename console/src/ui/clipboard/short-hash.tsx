import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { notify } from '../feedback/notify.tsx'
import { text } from '../text.ts'
import { toClipboard } from './copy-to-clipboard.ts'
import styles from './short-hash.module.css'

/** Characters that tell a hash apart for whoever looks. */
const length = 12

/** The beginning of a hash, which is read and copied whole. */
export function ShortHash({ hash, label }: { hash: string; label: string }) {
  const t = useText(text)
  const copy = async () => {
    if (await toClipboard(hash)) notify.success(t('copied'))
    else notify.error(t('copyFailed'))
  }
  return (
    <span className={styles['hash']}>
      <code title={hash}>{hash.slice(0, length)}</code>
      <Button
        type="text"
        size="small"
        icon={<CopyOutlined aria-hidden />}
        onClick={() => void copy()}
        aria-label={`${t('copy')} · ${label}`}
        title={t('copy')}
      />
    </span>
  )
}
