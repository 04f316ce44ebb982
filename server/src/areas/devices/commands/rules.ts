import type { CommandStatus, OutcomeStatus } from '@vermilion/contract/devices/commands'
import { statusTable } from '#platform/status'

/** A started command never waits again. */
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
