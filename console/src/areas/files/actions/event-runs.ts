import type { Space } from '@vermilion/contract/spaces'
import { externalRunEndpoints } from '@vermilion/contract/tasks/external/external-runs'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import type { FilesNavigation } from '../use-files-navigation.ts'
import { actionText } from './action-text.ts'

export function useEventRuns(space: Space, folder: string, { openRuns }: FilesNavigation) {
  const t = useText(actionText)
  async function run(): Promise<void> {
    try {
      const request = { params: { spaceId: space.id }, body: { folder } }
      const { taskIds } = await call(externalRunEndpoints.openEventFiles, request)
      notify.success(t('eventRuns', { count: taskIds.length }))
      openRuns()
    } catch (problem) {
      notify.error(problemWords(problem))
    }
  }
  return { key: 'event-runs', text: t('openEventRuns'), run: () => void run() }
}
