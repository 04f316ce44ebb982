import { type Device, deviceEndpoints } from '@vermilion/contract/devices'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { text } from './text.ts'

export function useProbing(): (device: Pick<Device, 'id' | 'name'>) => void {
  const t = useText(text)
  const probe = async ({ id, name }: Pick<Device, 'id' | 'name'>) => {
    try {
      await call(deviceEndpoints.probeDevice, { params: { deviceId: id } })
      notify.success(t('probed', { name }))
      void refresh('/devices')
    } catch (problem) {
      notify.error(problemWords(problem))
    }
  }
  return (device) => void probe(device)
}
