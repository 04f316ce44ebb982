import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { useAction } from '#ui/feedback/use-action.ts'
import { problemText } from './problem-text.ts'
import { text } from './text.ts'

export function useConnecting() {
  const t = useText(text)
  const problems = useText(problemText)
  const [busy, connect] = useAction(async ({ id, name }: Pick<Device, 'id' | 'name'>) => {
    try {
      const { status, problem } = await call(deviceEndpoints.connectDevice, { params: { deviceId: id } })
      if (status === 'online') notify.success(t('connected', { name }))
      else notify.error(`${t('notConnected', { name })} ${problem === null ? '' : problems(problem)}`)
    } finally {
      void refresh('/devices')
    }
  })
  return { busy, connect }
}
