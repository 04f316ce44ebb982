import type { ImportStatus } from '@vermilion/contract/datasets/imports'
import { statusTable } from '#platform/status'

export const importStatus = statusTable<ImportStatus>('import', {
  reading: ['ready', 'importing', 'failed', 'stopped'],
  ready: ['importing', 'stopped'],
  importing: ['success', 'failed', 'stopped'],
  success: [],
  failed: [],
  stopped: [],
})
