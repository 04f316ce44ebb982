import { type AccessScope, accessTokenCreate, accountEndpoints } from '@vermilion/contract/accounts'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { rule } from '#ui/form/rules.ts'
import { accountText } from './account-text.ts'
import type { MadeToken } from './new-secret.tsx'

const days = [30, 90, 365] as const
type Lifetime = (typeof days)[number] | 'date' | 'never'

interface Values {
  name: string
  scope: AccessScope
  lifetime: Lifetime
  /** `YYYY-MM-DD`. */
  date: string
}

interface Props {
  onClose: () => void
  onMade: (token: MadeToken) => void
}

export function CreateToken({ onClose, onMade }: Props) {
  const t = useText(accountText)
  return (
    <FormDrawer<Values, MadeToken>
      open
      title={t('createToken')}
      action={t('createToken')}
      failure={t('createFailed')}
      initial={{ name: '', scope: 'full', lifetime: 90, date: '' }}
      submit={async (values) => {
        const body = { name: values.name, scope: values.scope, expiresAt: endOf(values) }
        const { secret, accessToken } = await call(accountEndpoints.createAccessToken, { body })
        return { name: accessToken.name, secret }
      }}
      fieldOf={{ 'access-token.name-taken': 'name', 'access-token.expiry-past': 'date' }}
      onClose={onClose}
      onDone={onMade}
    >
      <Form.Item
        name="name"
        label={t('name')}
        required
        extra={t('nameHint')}
        rules={[rule(accessTokenCreate.shape.name, t('nameMissing'))]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <ScopeField />
      <LifetimeFields />
    </FormDrawer>
  )
}

function ScopeField() {
  const t = useText(accountText)
  const scope = Form.useWatch<AccessScope>('scope')
  return (
    <Form.Item name="scope" label={t('scope')} extra={t(scope === 'read-only' ? 'readOnlyHint' : 'fullHint')}>
      <Radio.Group
        options={[
          { value: 'full', label: t('full') },
          { value: 'read-only', label: t('readOnly') },
        ]}
      />
    </Form.Item>
  )
}

function LifetimeFields() {
  const t = useText(accountText)
  const lifetime = Form.useWatch<Lifetime>('lifetime')
  const options: { value: Lifetime; label: string }[] = [
    ...days.map((count) => ({ value: count, label: t('inDays', { days: count }) })),
    { value: 'date', label: t('onDate') },
    { value: 'never', label: t('never') },
  ]
  return (
    <>
      <Form.Item name="lifetime" label={t('expiry')} extra={lifetime === 'never' ? t('neverHint') : undefined}>
        <Select options={options} />
      </Form.Item>
      {lifetime === 'date' && (
        <Form.Item
          name="date"
          label={t('date')}
          required
          extra={t('dateHint')}
          rules={[
            {
              validator: (_, date: string) =>
                date >= today() ? Promise.resolve() : Promise.reject(new Error(t('dateMissing'))),
            },
          ]}
        >
          <Input type="date" min={today()} />
        </Form.Item>
      )}
    </>
  )
}

function today(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

function endOf({ lifetime, date }: Values): string | null {
  if (lifetime === 'never') return null
  const end = lifetime === 'date' ? new Date(`${date}T23:59:59`) : new Date(Date.now() + lifetime * 24 * 3_600_000)
  return end.toISOString()
}
