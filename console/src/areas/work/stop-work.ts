import type { Work } from '@vermilion/contract/kernel/work'
import { workEndpoints } from '@vermilion/contract/work'
import { call } from '#lib/api.ts'
import type { Translate } from '#lib/i18n.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import type { text } from './text.ts'

const bodies = {
  upload: 'stopUpload',
  sample: 'stopSample',
  training: 'stopTask',
  'fine-tuning': 'stopTask',
  'cloud-inference': 'stopTask',
  'board-inference': 'stopTask',
} as const

export function askToStop(work: Work, t: Translate<typeof text.en>): void {
  const body = work.kind in bodies ? bodies[work.kind as keyof typeof bodies] : 'stopOther'
  confirm({
    title: t('stopTitle', { name: work.name }),
    body: t(body),
    action: t('stop'),
    decline: t('goOn'),
    danger: true,
    run: () => call(workEndpoints.stopWork, { params: { workId: work.id } }, { timeout: 60_000 }),
  })
}
