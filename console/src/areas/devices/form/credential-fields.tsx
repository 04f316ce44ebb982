import { authenticationMethods, type AuthenticationMethod } from '@vermilion/contract/devices/access'
import { deviceEndpoints } from '@vermilion/contract/devices'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import styles from './form.module.css'
import { formText } from './text.ts'
import Password from 'antd/es/input/Password'
import Button from 'antd/es/button'
import TextArea from 'antd/es/input/TextArea'
import { type ChangeEvent, useRef } from 'react'
import type { TypedDevice } from './form-values.ts'

/** The sign-in method. `stored` is the method with a stored secret, which stays when nothing is typed. */
export function CredentialFields({ stored }: { stored: AuthenticationMethod | undefined }) {
  const t = useText(formText)
  const method = Form.useWatch<AuthenticationMethod | undefined>('method') ?? stored ?? 'server-key'
  const serverKey = useQuery(read(deviceEndpoints.serverKey, {}))
  const methods = authenticationMethods.filter(
    (one) => one !== 'agent' || stored === 'agent' || serverKey.data?.agent === true,
  )
  return (
    <>
      <Form.Item name="method" label={t('method')}>
        <Select options={methods.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      {method === 'server-key' && <ServerKeyLines />}
      {method === 'agent' && (
        <p className={`${styles['method']} stack note gap-14 padding-14-16 border radius-8`}>{t('agentWords')}</p>
      )}
      {method === 'password' && <PasswordField isStored={stored === 'password'} />}
      {method === 'key' && <PrivateKeyField isStored={stored === 'key'} />}
    </>
  )
}

function ServerKeyLines() {
  const t = useText(formText)
  const serverKey = useQuery(read(deviceEndpoints.serverKey, {}))
  if (serverKey.error !== null) {
    return <ProblemState problem={serverKey.error} onRetry={() => void serverKey.refetch()} />
  }
  if (serverKey.data === undefined) return <Bone height={120} style={{ marginBottom: 24 }} />
  const line = serverKey.data.publicKey.trim()
  return (
    <div className={`${styles['method']} stack note gap-14 padding-14-16 border radius-8`}>
      <Lines text={t('serverKeyWords')} lines={[line]} />
      <Lines
        text={t('serverKeyCommand')}
        lines={[
          `mkdir -p ~/.ssh && chmod 700 ~/.ssh && echo '${line}' >> ~/.ssh/authorized_keys && chmod 600 ~/.ssh/authorized_keys`,
        ]}
      />
    </div>
  )
}

function PasswordField({ isStored }: { isStored: boolean }) {
  const t = useText(formText)
  return (
    <Form.Item
      name={['credentials', 'password']}
      label={t('password')}
      required={!isStored}
      extra={t(isStored ? 'passwordKept' : 'passwordHint')}
      rules={[{ required: !isStored, message: t('passwordMissing') }]}
    >
      <Password maxLength={32_768} autoComplete="new-password" />
    </Form.Item>
  )
}

const largest = 32_768

function PrivateKeyField({ isStored }: { isStored: boolean }) {
  const t = useText(formText)
  const form = Form.useFormInstance<TypedDevice>()
  const file = useRef<HTMLInputElement>(null)
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [keyFile] = target.files ?? []
    if (keyFile === undefined) return
    const content = await keyFile.slice(0, largest).text()
    target.value = ''
    form.setFieldValue(['credentials', 'privateKey'], content)
    await form.validateFields([['credentials', 'privateKey']]).catch(() => undefined)
  }
  return (
    <>
      <Form.Item label={t('privateKey')} required={!isStored} extra={t(isStored ? 'privateKeyKept' : 'privateKeyHint')}>
        <Form.Item
          name={['credentials', 'privateKey']}
          noStyle
          rules={[{ required: !isStored, message: t('privateKeyMissing') }]}
        >
          <TextArea
            className="code-font font-13"
            autoSize={{ minRows: 4, maxRows: 8 }}
            maxLength={largest}
            spellCheck={false}
            autoComplete="off"
            aria-label={t('privateKey')}
          />
        </Form.Item>
        <div className={`${styles['file']} flex gap-8 margin-top-8`}>
          <Button size="small" onClick={() => file.current?.click()}>
            {t('chooseFile')}
          </Button>
          <input ref={file} type="file" tabIndex={-1} aria-hidden onChange={(event) => void readFile(event)} />
        </div>
      </Form.Item>
      <Form.Item name={['credentials', 'passphrase']} label={t('passphrase')} extra={t('passphraseHint')}>
        <Password maxLength={largest} autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
