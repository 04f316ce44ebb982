import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import type { HostKey } from '@vermilion/contract/devices/access'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { type ReactNode } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { useAttempt } from '#ui/feedback/use-action.ts'
import { HostKeyFacts, HowToCompare } from '../form/host-key-facts.tsx'
import { detailText } from './text.ts'

interface KeyPanelProps {
  device: Device
  children: ReactNode
}

export function UnconfirmedKey({ device, children }: KeyPanelProps) {
  const t = useText(detailText)
  const { id, host, port, jumpDeviceId } = device
  // Read once; events about devices must not refresh it.
  const scan = useQuery({
    queryKey: ['device-host-key', id, host, port, jumpDeviceId],
    queryFn: ({ signal }) => call(deviceEndpoints.scanHostKey, { body: { host, port, jumpDeviceId } }, { signal }),
  })
  if (scan.error !== null) {
    return (
      <>
        <p role="alert" className="text-error-text">
          <strong>{t('keyReadFailed')}</strong> {problemWords(scan.error)}
        </p>
        <div className="flex wrap gap-8">
          <Button loading={scan.isFetching} onClick={() => void scan.refetch()}>
            {t('readAgain')}
          </Button>
          {children}
        </div>
      </>
    )
  }
  if (scan.data === undefined) return <Bone height={96} />
  return (
    <KeyConfirmation device={device} hostKey={scan.data} action={t('confirmKey')} further={children}>
      <KeyColumn title={t('keyOfAddress')} hostKey={scan.data} />
    </KeyConfirmation>
  )
}

export function ChangedKey({ device, children }: KeyPanelProps) {
  const t = useText(detailText)
  const { hostKey, shownHostKey } = device
  if (shownHostKey === null) return null
  return (
    <KeyConfirmation device={device} hostKey={shownHostKey} action={t('confirmNewKey')} further={children} danger>
      {hostKey !== null && <KeyColumn title={t('confirmedKey')} hostKey={hostKey} />}
      <KeyColumn title={t('shownKey')} hostKey={shownHostKey} />
    </KeyConfirmation>
  )
}

function KeyColumn({ title, hostKey }: { title: string; hostKey: HostKey }) {
  return (
    <div>
      <h3 className="note margin-bottom-6 weight-500">{title}</h3>
      <HostKeyFacts hostKey={hostKey} />
    </div>
  )
}

interface KeyConfirmationProps {
  device: Device
  hostKey: HostKey
  action: string
  further: ReactNode
  danger?: boolean
  children: ReactNode
}

function KeyConfirmation({ device, hostKey, action, further, danger = false, children }: KeyConfirmationProps) {
  const t = useText(detailText)
  const confirmation = useAttempt(async () => {
    const body = { fingerprint: hostKey.fingerprint }
    await call(deviceEndpoints.confirmHostKey, { params: { deviceId: device.id }, body })
    notify.success(t('keyConfirmed', { name: device.name }))
    await refresh('/devices')
  })
  return (
    <>
      <div
        className="grid"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 380px), 1fr))', gap: '12px 32px' }}
      >
        {children}
      </div>
      <HowToCompare algorithm={hostKey.algorithm} />
      {confirmation.problem !== null && (
        <p role="alert" className="text-error-text">
          <strong>{t('keyFailed')}</strong> {problemWords(confirmation.problem)}
        </p>
      )}
      <div className="flex wrap gap-8">
        <Button type="primary" danger={danger} loading={confirmation.isBusy} onClick={confirmation.run}>
          {action}
        </Button>
        {further}
      </div>
    </>
  )
}
