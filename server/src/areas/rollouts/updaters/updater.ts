import type { Text } from '@vermilion/contract/kernel/text'
import type { Artifact } from '@vermilion/contract/rollouts/artifacts'
import type { RolloutOptions } from '@vermilion/contract/rollouts/creation'

/** What is to be installed, on one device. */
export interface UpdateOrder {
  /** Names what is kept of it on the device; another attempt has another. */
  readonly id: string
  readonly artifact: Artifact
  readonly options: Pick<RolloutOptions, 'reboot' | 'restartCommand' | 'softwareSet'>
  /** What the device had before. */
  readonly previousVersion: string | null
}

/** A program of POSIX sh with what `$1`, `$2`, … stand for in it. It may use `vermilion_base`, the product's folder there. */
export interface DeviceScript {
  readonly script: string
  readonly values: readonly string[]
}

/** What a device says before it is touched. */
export interface Inspection {
  /** The version of the same thing that is in use; null where there is none. */
  readonly installed: string | null
  /** Why it cannot be installed here. */
  readonly refusal: Text | null
}

/** What there is to go back from and to. */
export interface RollBackFrom {
  /** Where the artifact of the version before lies on the device; null where there is none. */
  readonly file: string | null
  /** What is in use now. An install that failed may have left the version before. */
  readonly installed: string | null
}

/**
 * One way to install things. What it does on a device are programs of POSIX sh, which run under a supervisor there: each
 * at most once for an order, whether or not the connection or this server lives on.
 */
export interface Updater {
  /** Whether the device has to reboot for it. */
  reboots(order: UpdateOrder): boolean
  /** Looks only. Its output goes to `inspection`. */
  inspect(order: UpdateOrder): DeviceScript
  inspection(order: UpdateOrder, output: string): Inspection
  /** `file` is where the artifact lies on the device. */
  install(order: UpdateOrder, file: string): DeviceScript
  /** The artifact's own check of its health, where it has one: 0 is healthy. Tried until it is, or the deadline. */
  verify?(order: UpdateOrder): DeviceScript
  /** From here on the device stays with it. May run again. */
  markGood(order: UpdateOrder): DeviceScript | null
  /** Whether going back needs the artifact of the version before on the device. */
  readonly needsPrevious: boolean
  rollBack(order: UpdateOrder, from: RollBackFrom): DeviceScript
}

/** Lines `word=value` of an inspection, the first of each word. */
export function readWords(output: string): Map<string, string> {
  const words = new Map<string, string>()
  for (const line of output.split('\n')) {
    const [, word, value] = /^([a-z]+)=(.*)$/.exec(line) ?? []
    if (word !== undefined && value !== undefined && !words.has(word)) words.set(word, value.trim())
  }
  return words
}

export const missingTool = (tool: string): Text => ({
  en: `${tool} is not installed on the device`,
  zh: `设备上未安装 ${tool}`,
})

export const otherDevice = (compatible: string, identities: string): Text => ({
  en: `it is for ${compatible}, and this device is ${identities}`,
  zh: `该制品适用于 ${compatible}，而此设备为 ${identities}`,
})
