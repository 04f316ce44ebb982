import { mainOf } from './state/conditions.ts'
import { startSeconds } from './job/job.ts'
import { addressesAnnotation, handleAnnotation, timeLimitAnnotation } from './names.ts'
import type { Observed } from './state/observed.ts'
import type { ObservedPod } from './state/observed-runs.ts'
import { podOf } from './state/pods.ts'
import type { RunObjects } from './run-objects.ts'
import type { Runs } from './runs.ts'

interface ReactionNeeds {
  observed: Observed
  objects: RunObjects
  runs: Runs
}

const retryMs = 1_000

/** What this server, or the next one, does as pods get on: tells instances one another's addresses, and begins their time limit. */
export function reactToPods({ observed, objects, runs }: ReactionNeeds): void {
  const busy = new Map<string, boolean>()

  async function react(key: string): Promise<void> {
    const pods = [...(observed.of(key)?.pods.values() ?? [])].filter(isCurrent)
    if (pods.some(needsAddresses)) await tellAddresses(key, pods)
    for (const { pod } of pods) {
      const deadline = deadlineOf(pod)
      if (deadline === null) continue
      await objects.patchPod(pod.metadata.name, { spec: { activeDeadlineSeconds: deadline } })
    }
  }

  async function tellAddresses(key: string, pods: readonly ObservedPod[]): Promise<void> {
    const handle = pods[0]?.pod.metadata.annotations?.[handleAnnotation]
    if (handle === undefined) return
    const { members } = await runs.read(handle)
    const inOrder = members.map((member) => podOf(observed.of(key), member))
    const addresses = inOrder.flatMap((match) => (match && isCurrent(match) ? (match.pod.status?.podIP ?? []) : []))
    if (members.length === 0 || addresses.length < members.length) return
    const patch = { metadata: { annotations: { [addressesAnnotation]: addresses.join(' ') } } }
    const waiting = inOrder.flatMap((match) => (match && needsAddresses(match) ? [match.pod.metadata.name] : []))
    await Promise.all(waiting.map((name) => objects.patchPod(name, patch)))
  }

  /** One at a time for each run; what changes meanwhile is looked at again. */
  async function run(key: string): Promise<void> {
    if (busy.has(key)) return void busy.set(key, true)
    do {
      busy.set(key, false)
      await react(key).catch(() => void setTimeout(() => void run(key), retryMs).unref())
    } while (busy.get(key))
    busy.delete(key)
  }

  observed.onChange((key) => {
    if (key !== null) void run(key)
  })
}

const isCurrent = ({ pod, isRemoved }: ObservedPod): boolean =>
  !isRemoved && pod.metadata.deletionTimestamp === undefined && mainOf(pod)?.state?.terminated === undefined

const needsAddresses = ({ pod: { metadata, status, spec } }: ObservedPod): boolean =>
  spec.volumes?.some(({ name }) => name === 'addresses') === true &&
  status?.podIP !== undefined &&
  metadata.annotations?.[addressesAnnotation] === undefined

/** Seconds from the pod's start, as the kubelet counts them, or null when nothing is to be changed. */
function deadlineOf(pod: ObservedPod['pod']): number | null {
  const limit = Number(pod.metadata.annotations?.[timeLimitAnnotation] ?? Number.NaN)
  const began = mainOf(pod)?.state?.running?.startedAt
  const { startTime } = pod.status ?? {}
  if (Number.isNaN(limit) || began === undefined || startTime === undefined) return null
  if (pod.spec.activeDeadlineSeconds !== limit + startSeconds) return null
  if (needsAddresses({ pod, isRemoved: false })) return null
  const isMeeting = pod.metadata.annotations?.[addressesAnnotation] !== undefined
  const beganAt = isMeeting ? Date.now() : Date.parse(began)
  return Math.max(1, Math.ceil((beganAt - Date.parse(startTime)) / 1_000) + limit)
}
