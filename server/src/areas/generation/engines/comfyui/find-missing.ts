import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import type { SlotTarget } from '@vermilion/contract/generations/workflow-slots'
import type { MissingPart } from '@vermilion/contract/generations/workflows'
import type { ComfyuiClient } from './client.ts'
import { nearNames } from './near-names.ts'
import type { ObjectInfo } from './replies.ts'

const atOnce = 6

export async function findMissing(
  client: Pick<ComfyuiClient, 'objectInfo'>,
  content: WorkflowContent,
  uploaded: readonly SlotTarget[],
  signal: AbortSignal,
): Promise<MissingPart[]> {
  const info = await infoOf(client, content, signal)
  const isUploaded = (nodeId: string, input: string) =>
    uploaded.some((target) => target.nodeId === nodeId && target.input === input)
  const missing: MissingPart[] = []
  for (const [nodeId, { class_type: classType, inputs }] of Object.entries(content)) {
    const node = Object.hasOwn(info, classType) ? info[classType] : undefined
    if (node === undefined) {
      missing.push({ nodeId, classType, input: null, name: classType, near: [] })
      continue
    }
    const specs = { ...node.input.required, ...node.input.optional }
    for (const [input, value] of Object.entries(inputs)) {
      const options = optionsOf(specs[input])
      if (typeof value !== 'string' || options === undefined || options.includes(value)) continue
      if (isUploaded(nodeId, input) || isOtherFolder(classType, value)) continue
      missing.push({ nodeId, classType, input, name: value, near: nearNames(value, options) })
    }
  }
  return nearNodes(client, missing, signal)
}

async function infoOf(
  client: Pick<ComfyuiClient, 'objectInfo'>,
  content: WorkflowContent,
  signal: AbortSignal,
): Promise<ObjectInfo> {
  const classes = [...new Set(Object.values(content).map((node) => node.class_type))]
  const info: ObjectInfo = {}
  const work = async () => {
    for (let name = classes.pop(); name !== undefined; name = classes.pop()) {
      const reply = await client.objectInfo(name, signal)
      if (Object.hasOwn(reply, name)) info[name] = reply[name]!
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return info
}

/** Fetches the long list of all nodes only when one is missing. */
async function nearNodes(
  client: Pick<ComfyuiClient, 'objectInfo'>,
  missing: readonly MissingPart[],
  signal: AbortSignal,
): Promise<MissingPart[]> {
  if (missing.every(({ input }) => input !== null)) return [...missing]
  const names = Object.keys(await client.objectInfo(null, signal))
  return missing.map((part) => (part.input === null ? { ...part, near: nearNames(part.name, names) } : part))
}

/** `[["a", "b"], {…}]`, or in newer nodes `["COMBO", { "options": ["a", "b"] }]`. */
function optionsOf(spec: unknown): string[] | undefined {
  if (!Array.isArray(spec)) return undefined
  const [type, more] = spec as unknown[]
  const isCombo = type === 'COMBO' && typeof more === 'object' && more !== null && 'options' in more
  const options: unknown = isCombo ? more.options : type
  return Array.isArray(options) ? options.filter((option) => typeof option === 'string') : undefined
}

/** The image list only contains the input folder itself. */
const isOtherFolder = (classType: string, name: string) => classType.startsWith('LoadImage') && /[/\\[]/.test(name)
