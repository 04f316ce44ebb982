import type { Text } from '@vermilion/contract/kernel/text'
import type { Artifact } from '@vermilion/contract/rollouts/artifacts'
import type { RolloutOptions } from '@vermilion/contract/rollouts/creation'

export interface UpdateOrder {
  readonly id: string
  readonly artifact: Artifact
  readonly options: Pick<RolloutOptions, 'reboot' | 'restartCommand' | 'softwareSet'>
  readonly previousVersion: string | null
}

export interface DeviceScript {
  readonly script: string
  readonly values: readonly string[]
}

export interface Inspection {
  readonly installed: string | null
  readonly refusal: Text | null
}

export interface RollBackFrom {
  readonly file: string | null
  /** Version in use; a failed install may have left the previous one. */
  readonly installed: string | null
}

/**
 * POSIX sh programs run under a supervisor on the device: each at most once per order, whether or not connection or server
 * survives.
 */
export interface Updater {
  reboots(order: UpdateOrder): boolean
  /** Read-only. Its output is parsed by `inspection`. */
  inspect(order: UpdateOrder): DeviceScript
  inspection(order: UpdateOrder, output: string): Inspection
  install(order: UpdateOrder, file: string): DeviceScript
  /** The artifact's own health check, if any: exit 0 is healthy. Repeated until healthy or the deadline. */
  verify?(order: UpdateOrder): DeviceScript
  /** Makes the update permanent. Idempotent. */
  markGood(order: UpdateOrder): DeviceScript | null
  readonly needsPrevious: boolean
  rollBack(order: UpdateOrder, from: RollBackFrom): DeviceScript
}

/** Parses lines `word=value`; the first of each word wins. */
export function readValues(output: string): Map<string, string> {
  const values = new Map<string, string>()
  for (const line of output.split('\n')) {
    const [, word, value] = /^([a-z]+)=(.*)$/.exec(line) ?? []
    if (word !== undefined && value !== undefined && !values.has(word)) values.set(word, value.trim())
  }
  return values
}

export const missingTool = (tool: string): Text => ({
  en: `${tool} is not installed on the device`,
  zh: `设备上未安装 ${tool}`,
})

export const otherDevice = (compatible: string, identities: string): Text => ({
  en: `it is for ${compatible}, and this device is ${identities}`,
  zh: `该制品适用于 ${compatible}，而此设备为 ${identities}`,
})
