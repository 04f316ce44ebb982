import { account, password as passwordSchema, passwordLength } from '@vermilion/contract/accounts'
import { peopleEndpoints } from '@vermilion/contract/accounts/people'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import { z } from 'zod'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { rule } from '#ui/form/rules.ts'
import { peopleText } from './people-text.ts'
import type { MadePassword } from './use-person-actions.ts'

interface Values {
  username: string
  password: string
}

interface Props {
  onClose: () => void
  onMade: (made: MadePassword | null) => void
}

const emptyOrPassword = z.literal('').or(passwordSchema)

export function AddPerson({ onClose, onMade }: Props) {
  const t = useText(peopleText)
  return (
    <FormDrawer<Values, MadePassword | null>
      open
      title={t('add')}
      action={t('add')}
      failure={t('addFailed')}
      initial={{ username: '', password: '' }}
      submit={async ({ username, password }) => {
        const body = { username, ...(password === '' ? {} : { password }) }
        const made = await call(peopleEndpoints.createPerson, { body })
        return made.password === null ? null : { username: made.account.username, password: made.password }
      }}
      fieldOf={{ 'account.name-taken': 'username' }}
      onClose={onClose}
      onDone={onMade}
    >
      <Form.Item
        name="username"
        label={t('username')}
        required
        rules={[rule(account.shape.username, t('usernameMissing'))]}
      >
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('password')}
        extra={t('passwordHint')}
        rules={[rule(emptyOrPassword, t('passwordShort', passwordLength))]}
      >
        <Input type="password" maxLength={passwordLength.most} autoComplete="new-password" />
      </Form.Item>
    </FormDrawer>
  )
}
