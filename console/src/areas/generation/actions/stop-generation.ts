import { type Generation, generationEndpoints } from '@vermilion/contract/generations'
import { ApiError, call } from '#lib/api.ts'
import { type Translate } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import type { text } from '../text.ts'

/** Queries that go stale when a generation begins, ends or is deleted. */
export const touched = ['/generations', '/spaces']

export function askToStop(generation: Generation, t: Translate<typeof text.en>): void {
  const { id, config, made } = generation
  confirm({
    title: t('stopTitle', { name: config.name }),
    body: t('stopBody', { made, count: config.count }),
    action: t('stop'),
    danger: true,
    failure: t('stopFailed'),
    run: async () => {
      try {
        await call(generationEndpoints.stopGeneration, { params: { generationId: id } })
      } catch (problem) {
        if (problem instanceof ApiError && problem.error === 'generation.ended') throw problem
        throw new Error(`${problemWords(problem)} ${t('waitForEnd')}`, { cause: problem })
      }
      notify.success(t('stopped_success'))
      void refresh(...touched)
    },
  })
}
