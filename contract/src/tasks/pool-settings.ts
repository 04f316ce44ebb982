import type { z } from 'zod'
import type { ExecutorKind } from './executors.ts'
import { kubernetesSettings } from './kubernetes-settings.ts'
import { slurmSettings } from './slurm-settings.ts'

/** Schemas of the settings that a pool has besides its address, null for kinds without. Secrets are write-only fields. */
export const poolSettings: Readonly<Record<ExecutorKind, z.ZodObject | null>> = {
  local: null,
  container: null,
  device: null,
  slurm: slurmSettings,
  kubernetes: kubernetesSettings,
}
