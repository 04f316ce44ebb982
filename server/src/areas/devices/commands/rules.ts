import type { CommandStatus, OutcomeStatus } from '@vermilion/contract/devices/commands'
import { statusTable } from '#platform/status'

/** Every step that the outcome of a command on one device may take. What has begun never waits again. */
export const outcomeStatus = statusTable<OutcomeStatus>('outcome of a command', {
  waiting: ['running', 'offline', 'stopped', 'failed'],
  running: ['success', 'failed', 'timed-out', 'stopped', 'unknown'],
  success: [],
  failed: [],
  'timed-out': [],
  offline: [],
  stopped: [],
  unknown: [],
})

export const commandStatus = statusTable<CommandStatus>('command', {
  running: ['stopping', 'ended'],
  stopping: ['ended'],
  ended: [],
})
