import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import type { AuthenticationMethod, HostKey } from '@vermilion/contract/devices/access'
import type { FormInstance } from 'antd/es/form'
import { useState, useEffect, useRef } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { unfinished } from '#ui/form/use-form-submission.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { propose } from '#ui/form/form-fields.ts'
import { AboutFields } from './about-fields.tsx'
import { AddressFields } from './address-fields.tsx'
import { CredentialFields } from './credential-fields.tsx'
import { addressOf, createBody, newDevice, type TypedDevice } from './form-values.ts'
import { HostKeyFacts, HowToCompare } from './host-key-facts.tsx'
import { fieldsOf } from './problem-fields.ts'
import { formText } from './text.ts'
import styles from './form.module.css'

interface CreateDeviceProps {
  onClose: () => void
  onCreated: (device: Device) => void
}

export function CreateDevice({ onClose, onCreated }: CreateDeviceProps) {
  const t = useText(formText)
  const [hostKey, setHostKey] = useState<HostKey | null>(null)
  const [method, setMethod] = useState<AuthenticationMethod>(newDevice.method)
  const submit = async (typed: TypedDevice) => {
    if (hostKey === null) {
      setHostKey(await call(deviceEndpoints.scanHostKey, { body: addressOf(typed) }))
      return unfinished
    }
    try {
      return await call(deviceEndpoints.createDevice, { body: createBody(typed, hostKey.fingerprint) })
    } catch (problem) {
      // The device shows another key now, which nobody has compared.
      if (isKeyChange(problem)) setHostKey(null)
      throw problem
    }
  }
  const follow = (changed: Partial<TypedDevice>, form: FormInstance<TypedDevice>) => {
    if (changed.host !== undefined) propose(form, 'name', changed.host)
    if ('host' in changed || 'port' in changed || 'jumpDeviceId' in changed) setHostKey(null)
    if (changed.method !== undefined) setMethod(changed.method)
  }
  return (
    <FormDrawer<TypedDevice, Device>
      draft="create-device"
      secretFields={['credentials']}
      open
      width={520}
      title={t('add')}
      action={t(hostKey === null ? 'checkKey' : 'confirmAndAdd')}
      failure={t('addFailed')}
      initial={newDevice}
      submit={submit}
      fieldOf={fieldsOf(method)}
      onValuesChange={follow}
      onClose={onClose}
      onDone={(device) => {
        notify.success(t('added', { name: device.name }))
        void refresh('/devices')
        onCreated(device)
      }}
    >
      <AddressFields />
      <CredentialFields stored={undefined} />
      <AboutFields open={false} />
      {hostKey !== null && <HostKeyStep key={hostKey.fingerprint} hostKey={hostKey} />}
    </FormDrawer>
  )
}

function isKeyChange(problem: unknown): boolean {
  return problem instanceof Error && 'error' in problem && problem.error === 'device.host-key-changed'
}

function HostKeyStep({ hostKey }: { hostKey: HostKey }) {
  const t = useText(formText)
  const panel = useRef<HTMLElement>(null)
  // In a long form it is below the visible part.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'end' })
  }, [])
  return (
    <section
      ref={panel}
      className={`${styles['keyStep']} stack gap-10 margin-bottom-16 padding-16 radius-10`}
      aria-label={t('keyTitle')}
      aria-live="polite"
    >
      <h3 className="title">{t('keyTitle')}</h3>
      <p>{t('keyWords')}</p>
      <HostKeyFacts hostKey={hostKey} />
      <HowToCompare algorithm={hostKey.algorithm} />
    </section>
  )
}
