import { createHash } from 'node:crypto'
import type { RunHandle } from '../port/run-status.ts'

/** Which data folder a Job belongs to. */
export const ownerLabel = 'vermilion/owner'
export const runLabel = 'vermilion/run'
export const nameLabel = 'vermilion/run-name'
export const roleLabel = 'vermilion/role'
export const handleAnnotation = 'vermilion/handle'
/** The addresses of all instances in rank order, with spaces between. */
export const addressesAnnotation = 'vermilion/addresses'
/** Seconds that the command may take. */
export const timeLimitAnnotation = 'vermilion/time-limit'
/** Kubernetes gives it to the pods of Indexed Jobs. */
export const indexLabel = 'batch.kubernetes.io/job-completion-index'
export const queueLabel = 'kueue.x-k8s.io/queue-name'

export const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** The same on each server of a data folder, and never that of another one. */
export const runKeyOf = (owner: string, handle: RunHandle): string => digestOf(`${owner} ${handle}`)

/** Leaves room for an index: host names of pods have at most 63 characters. */
export const jobNameOf = (runKey: string, role: string): string => `vermilion-${runKey}-${role}`

export const isLabelValue = (text: string): boolean => /^[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?$/.test(text)
