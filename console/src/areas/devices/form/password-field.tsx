import Form from 'antd/es/form'
import Password from 'antd/es/input/Password'
import { useText } from '#lib/i18n.ts'
import { formText } from './text.ts'

export function PasswordField({ isStored }: { isStored: boolean }) {
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
