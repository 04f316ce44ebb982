import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { problemText } from './problem-text.ts'
import { text } from './text.ts'

export function useConnecting() {
  const t = useText(text)
  const problems = useText(problemText)
  const [busy, setBusy] = useState(false)
  const connect = async ({ id, name }: Pick<Device, 'id' | 'name'>) => {
    setBusy(true)
    try {
      const { status, problem } = await call(deviceEndpoints.connectDevice, { params: { deviceId: id } })
      if (status === 'online') notify.success(t('connected', { name }))
      else notify.error(`${t('notConnected', { name })} ${problem === null ? '' : problems(problem)}`)
    } catch (problem) {
      notify.error(problemWords(problem))
    } finally {
      setBusy(false)
      void refresh('/devices')
    }
  }
  return { busy, connect: (device: Pick<Device, 'id' | 'name'>) => void connect(device) }
}
