import type { Platform } from '#platform/platform'
import { createRolloutStore } from '../store.ts'
import { createHistoryStore } from './history-store.ts'
import { createInstallationStore } from './installation-store.ts'
import { createRolloutDeviceStore } from './store.ts'

export type RolloutStores = ReturnType<typeof createRolloutStores>

export const createRolloutStores = ({ database, clock }: Pick<Platform, 'database' | 'clock'>) => ({
  rollouts: createRolloutStore(database),
  rolloutDevices: createRolloutDeviceStore(database),
  history: createHistoryStore({ database, clock }),
  installations: createInstallationStore(database),
})
