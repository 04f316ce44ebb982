import type { AssistStatus } from '@vermilion/contract/assist/endpoints'
import { statusTable } from '#platform/status'

/** The one table of steps; a model is absent again once its files are removed. */
export const assistStatus = statusTable<AssistStatus>('assist model', {
  absent: ['fetching', 'ready'],
  fetching: ['paused', 'failed', 'ready'],
  paused: ['fetching', 'ready', 'absent'],
  failed: ['fetching', 'ready', 'absent'],
  ready: ['failed', 'absent'],
})
