import { name as nameRule } from '@vermilion/contract/kernel/fields'
import { secretField, type ServiceKind, serviceOrigin, services } from '@vermilion/contract/services/kinds'
import { type Service, type ServiceDraft, serviceEndpoints, type ServiceTrial } from '@vermilion/contract/services'
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { rule } from '#ui/form/rules.ts'
import { defaultsOf, SchemaFields } from '#ui/form/schema-form.tsx'
import type { StoredSecret } from '#ui/form/secret-field.tsx'
import { serviceText } from './service-text.ts'
import { useFieldTexts } from './service-words.ts'
import styles from './services.module.css'
import { RunningTest, TestResult } from './test-result.tsx'
import { useServiceTest } from './use-service-test.ts'

interface Typed {
  name: string
  settings: Record<string, unknown>
}

interface ServiceDrawerProps {
  kind: ServiceKind
  service?: Service | undefined
  onClose: () => void
}

export function ServiceDrawer({ kind, service, onClose }: ServiceDrawerProps) {
  const t = useText(serviceText)
  const secret = `settings.${secretField(kind).name}` as const
  const save = (typed: Typed) => {
    const body = { kind, ...typed } as ServiceDraft
    if (service === undefined) return call(serviceEndpoints.createService, { body })
    return call(serviceEndpoints.replaceService, { params: { serviceId: service.id }, body })
  }
  return (
    <FormDrawer<Typed, Service>
      open
      ids="service"
      title={service === undefined ? t('addNamed', { kind: t(kind) }) : t('editTitle', { name: service.name })}
      action={t('save')}
      failure={t('saveFailed')}
      initial={{
        name: service?.name ?? (services[kind].several ? '' : t(kind)),
        settings: service?.settings ?? defaultsOf(services[kind].settings),
      }}
      submit={save}
      fieldOf={{
        'service.name-taken': 'name',
        'service.secret-again': secret,
        'service.secret-missing': secret,
        'service.secret-unreadable': secret,
      }}
      onClose={onClose}
      onDone={() => {
        notify.success(t('saved'))
        void refresh('/services')
        onClose()
      }}
    >
      <p className="text-secondary margin-bottom-20">{t(`${kind}For`)}</p>
      <Form.Item name="name" label={t('name')} required rules={[rule(nameRule, t('nameRule'))]}>
        <Input maxLength={100} autoComplete="off" placeholder={t(`${kind}Example`)} />
      </Form.Item>
      <Fields kind={kind} service={service} />
      <TypedTest kind={kind} service={service} />
    </FormDrawer>
  )
}

function Fields({ kind, service }: Pick<ServiceDrawerProps, 'kind' | 'service'>) {
  const fieldTexts = useFieldTexts(kind)
  const settings = Form.useWatch<Typed['settings'] | undefined>('settings') ?? service?.settings ?? {}
  const isMoved = service !== undefined && serviceOrigin(kind, settings) !== serviceOrigin(kind, service.settings)
  const stored: StoredSecret = service?.secretSet !== true ? 'none' : isMoved ? 'moved' : 'kept'
  return <SchemaFields schema={services[kind].settings} words={fieldTexts} under="settings" stored={stored} />
}

function TypedTest({ kind, service }: Pick<ServiceDrawerProps, 'kind' | 'service'>) {
  const t = useText(serviceText)
  const form = Form.useFormInstance<Typed>()
  const testing = useServiceTest()
  // A test result is valid only for the values that were tested.
  const typed = JSON.stringify(Form.useWatch('settings', form))
  const [tested, setTested] = useState<string | null>(null)
  const isOfNow = tested === typed
  const test = async () => {
    const fits = await form.validateFields([['settings']], { recursive: true }).then(
      () => true,
      () => false,
    )
    if (!fits) return
    const body = { kind, settings: form.getFieldValue('settings') as unknown } as ServiceTrial
    setTested(typed)
    const query = service === undefined ? {} : { serviceId: service.id }
    testing.run((signal) => call(serviceEndpoints.tryService, { query, body }, { signal }))
  }
  return (
    <div className={`${styles['typedTest']} stack gap-12 align-flex-start margin-bottom-20`}>
      {testing.since === null && <Button onClick={() => void test()}>{t('testTyped')}</Button>}
      <RunningTest testing={testing} />
      <div aria-live="polite">
        {isOfNow && testing.result !== null && <TestResult test={testing.result} />}
        {isOfNow && testing.problem !== null && <p className="text-error">{testing.problem}</p>}
      </div>
    </div>
  )
}
