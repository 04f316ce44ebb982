import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Password from 'antd/es/input/Password'
import TextArea from 'antd/es/input/TextArea'
import { type ChangeEvent, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import type { TypedDevice } from './form-values.ts'
import styles from './form.module.css'
import { formText } from './text.ts'

const largest = 32_768

export function PrivateKeyField({ isStored }: { isStored: boolean }) {
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
