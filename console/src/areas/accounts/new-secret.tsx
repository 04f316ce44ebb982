import { spaceEndpoints } from '@vermilion/contract/spaces'
import Button from 'antd/es/button'
import { useEffect, useRef } from 'react'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { CopyButton } from '#ui/clipboard/copy-button.tsx'
import { accountText } from './account-text.ts'
import styles from './account.module.css'

export interface MadeToken {
  readonly name: string
  readonly secret: string
}

/** The secret of a new access token, once, with a call that works as it is. */
export function NewSecret({ made: { name, secret }, onDone }: { made: MadeToken; onDone: () => void }) {
  const t = useText(accountText)
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const example = `curl -H "Authorization: Bearer ${secret}" ${addressOf(spaceEndpoints.listSpaces, { query: {} })}`
  return (
    <section ref={box} className={styles['secret']} tabIndex={-1} aria-label={t('secretTitle', { name })}>
      <div>
        <h3>{t('secretTitle', { name })}</h3>
        <p>{t('secretOnce')}</p>
      </div>
      <div className={styles['copied']}>
        <code>{secret}</code>
        <CopyButton content={secret} label={t('secret')} />
      </div>
      <p className={styles['label']}>{t('example')}</p>
      <div className={styles['copied']}>
        <code>{example}</code>
        <CopyButton content={example} label={t('example')} />
      </div>
      <div>
        <Button onClick={onDone}>{t('done')}</Button>
      </div>
    </section>
  )
}
