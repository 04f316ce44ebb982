import { hostName, port, userName } from '@vermilion/contract/devices/access'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Segmented from 'antd/es/segmented'
import { useText } from '#lib/i18n.ts'
import { NameField } from '#ui/form/naming-fields.tsx'
import { CodeWords } from '#ui/code-words.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { rule } from '#ui/form/rules.ts'
import { deviceKinds } from '@vermilion/contract/devices/kinds'
import { propose } from '#ui/form/form-fields.ts'
import { partsOf, type TypedDevice } from './form-values.ts'
import { formText } from './text.ts'

export function AddressFields() {
  const t = useText(formText)
  const form = Form.useFormInstance<TypedDevice>()
  const splitAddress = () => {
    const parts = partsOf(form.getFieldValue('host') as string)
    if (parts === undefined) return
    form.setFieldsValue(parts)
    if (parts.host !== undefined) propose(form, 'name', parts.host)
  }
  return (
    <>
      <div className="grid gap-12" style={{ gridTemplateColumns: '1fr 110px' }}>
        <Form.Item
          name="host"
          label={t('host')}
          required
          extra={<CodeWords text={t('hostHint')} />}
          rules={[rule(hostName, t('hostMissing'))]}
          validateTrigger="onBlur"
        >
          <Input maxLength={253} autoComplete="off" spellCheck={false} onBlur={splitAddress} />
        </Form.Item>
        <Form.Item name="port" label={t('port')} required rules={[rule(port, t('portRule'))]}>
          <NumberInput integer />
        </Form.Item>
      </div>
      <Form.Item
        name="username"
        label={t('username')}
        required
        extra={t('usernameHint')}
        rules={[rule(userName, t('usernameMissing'))]}
        validateTrigger="onBlur"
      >
        <Input maxLength={64} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <NameField />
      <Form.Item name="kind" label={t('kind')}>
        <Segmented aria-label={t('kind')} options={deviceKinds.map((kind) => ({ value: kind, label: t(kind) }))} />
      </Form.Item>
    </>
  )
}
