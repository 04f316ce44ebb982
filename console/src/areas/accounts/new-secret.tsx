import { spaceEndpoints } from '@vermilion/contract/spaces'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { accountText } from './account-text.ts'
import styles from './account.module.css'
import { SecretBox, SecretLine } from './secret-box.tsx'

export interface MadeToken {
  readonly name: string
  readonly secret: string
}

export function NewSecret({ made: { name, secret }, onDone }: { made: MadeToken; onDone: () => void }) {
  const t = useText(accountText)
  const example = `curl -H "Authorization: Bearer ${secret}" ${addressOf(spaceEndpoints.listSpaces, { query: {} })}`
  return (
    <SecretBox title={t('secretTitle', { name })} text={t('secretOnce')} done={t('done')} onDone={onDone}>
      <SecretLine content={secret} label={t('secret')} />
      <p className={styles['label']}>{t('example')}</p>
      <SecretLine content={example} label={t('example')} />
    </SecretBox>
  )
}
