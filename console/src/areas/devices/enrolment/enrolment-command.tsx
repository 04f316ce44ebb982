import { enrolmentEndpoints } from '@vermilion/contract/devices/enrolments'
import type { EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Spin from 'antd/es/spin'
import { useEffect, useState } from 'react'
import { call } from '#lib/api.ts'
import { formatDuration } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { enrolmentText } from './text.ts'

export type CreatedEnrolment = EndpointResponse<typeof enrolmentEndpoints.createEnrolment>

interface EnrolmentCommandProps {
  created: CreatedEnrolment
  fingerprint: string | null
  onAnother: () => void
  onClose: () => void
  onOpen: (deviceId: string) => void
}

const second = 1_000
const askEvery = 2 * second

export function EnrolmentCommand({ created, fingerprint, onAnother, onClose, onOpen }: EnrolmentCommandProps) {
  const t = useText(enrolmentText)
  const { enrolment, commands } = created
  const remaining = useRemaining(enrolment.expiresAt)
  const isExpired = remaining <= 0
  const params = { enrolmentId: enrolment.id }
  const state = useQuery({
    ...read(enrolmentEndpoints.getEnrolment, { params }),
    refetchInterval: ({ state: { data } }) => ((data?.deviceId ?? null) === null && !isExpired ? askEvery : false),
  })
  const deviceId = state.data?.deviceId ?? null
  useEffect(() => {
    if (deviceId !== null) void refresh('/devices')
  }, [deviceId])
  const cancel = () => {
    if (deviceId === null && !isExpired)
      void call(enrolmentEndpoints.cancelEnrolment, { params }).catch(() => undefined)
    onClose()
  }
  return (
    <Drawer open title={t('enrol')} size={560} onClose={onClose} destroyOnHidden>
      <div className="stack gap-16">
        <h3>{t('runTitle')}</h3>
        <Lines words={t('runWords')} lines={[commands.curl]} />
        <details>
          <summary>{t('wget')}</summary>
          <Lines words={t('wgetWords')} lines={[commands.wget]} />
        </details>
        {fingerprint !== null && <p className="text-secondary break-anywhere">{t('fingerprint', { fingerprint })}</p>}
        <p className="text-secondary break-anywhere">{t('removal')}</p>
        <output className="wrapping-row gap-8 min-height-36">
          {deviceId !== null && t('joined', { name: enrolment.name })}
          {deviceId === null && isExpired && t('expired')}
          {deviceId === null && !isExpired && (
            <>
              <Spin size="small" /> {t('waiting')} {t('remaining', { time: formatDuration(remaining * second) })}
            </>
          )}
        </output>
        <div className="flex gap-8 justify-end">
          {deviceId === null && !isExpired && <Button onClick={cancel}>{t('cancel')}</Button>}
          {(deviceId !== null || isExpired) && <Button onClick={onAnother}>{t('another')}</Button>}
          {deviceId !== null && (
            <Button type="primary" onClick={() => onOpen(deviceId)}>
              {t('open')}
            </Button>
          )}
        </div>
      </div>
    </Drawer>
  )
}

function useRemaining(until: string): number {
  const secondsUntil = () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / second))
  const [seconds, setSeconds] = useState(secondsUntil)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil()), second)
    return () => clearInterval(timer)
  })
  return seconds
}
