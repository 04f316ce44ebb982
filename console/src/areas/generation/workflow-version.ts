import { ApiError } from '#lib/api.ts'

export const shortVersion = (version: string): string => version.slice(0, 8)

export const isGone = (problem: unknown): boolean =>
  problem instanceof ApiError && problem.error === 'generation.workflow-missing'
