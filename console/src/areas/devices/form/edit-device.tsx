import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import type { AuthenticationMethod } from '@vermilion/contract/devices/access'
import Form from 'antd/es/form'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { AboutFields } from './about-fields.tsx'
import { AddressFields } from './address-fields.tsx'
import { CredentialFields } from './credential-fields.tsx'
import { type TypedDevice, typedOf, updateBody } from './form-values.ts'
import { fieldsOf } from './problem-fields.ts'
import styles from './form.module.css'
import { formText } from './text.ts'

export function EditDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useText(formText)
  // The device at the time of opening, so that events do not change the comparison.
  const [initial] = useState(device)
  const [method, setMethod] = useState<AuthenticationMethod>(initial.authentication)
  return (
    <FormDrawer<TypedDevice, Device>
      draft={`edit-device:${initial.id}`}
      secretFields={['credentials']}
      open
      width={520}
      title={t('editTitle', { name: initial.name })}
      action={t('save')}
      failure={t('saveFailed')}
      initial={typedOf(initial)}
      submit={(typed) =>
        call(deviceEndpoints.updateDevice, { params: { deviceId: initial.id }, body: updateBody(typed, initial) })
      }
      fieldOf={fieldsOf(method)}
      onValuesChange={(changed) => changed.method !== undefined && setMethod(changed.method)}
      onClose={onClose}
      onDone={() => {
        notify.success(t('saved'))
        void refresh('/devices')
        onClose()
      }}
    >
      <AddressFields />
      <MovedNote device={initial} />
      <CredentialFields stored={initial.authentication} />
      <AboutFields deviceId={initial.id} open={isAboutGiven(initial)} />
    </FormDrawer>
  )
}

const isAboutGiven = ({ jumpDeviceId, group, tags, notes }: Device) =>
  jumpDeviceId !== null || group !== '' || tags.length > 0 || notes !== ''

function MovedNote({ device }: { device: Device }) {
  const t = useText(formText)
  const host = Form.useWatch<string | undefined>('host') ?? device.host
  const port = Form.useWatch<number | undefined>('port') ?? device.port
  const jump = Form.useWatch<string | null | undefined>('jumpDeviceId')
  const isMoved =
    host !== device.host || port !== device.port || (jump !== undefined && (jump ?? null) !== device.jumpDeviceId)
  return isMoved && device.hostKey !== null ? (
    <p className={`${styles['moved']} text-warning-text font-13`}>{t('addressMoved')}</p>
  ) : null
}
