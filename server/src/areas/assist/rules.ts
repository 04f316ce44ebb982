import type { AssistStatus } from '@vermilion/contract/assist/endpoints'
import { statusTable } from '#platform/status'

/** Removing the files makes a model absent again. */
export const assistStatus = statusTable<AssistStatus>('assist model', {
  absent: ['fetching', 'ready'],
  fetching: ['paused', 'failed', 'ready'],
  paused: ['fetching', 'ready', 'absent'],
  failed: ['fetching', 'ready', 'absent'],
  ready: ['failed', 'absent'],
})
