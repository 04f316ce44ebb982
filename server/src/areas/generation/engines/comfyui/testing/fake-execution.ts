import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import sharp from 'sharp'
import { canonicalJson } from '../../../workflows/fill-workflow.ts'

export interface FakePrompt {
  readonly number: number
  readonly id: string
  readonly prompt: WorkflowContent
  readonly extra: Record<string, unknown>
  readonly outputs: readonly string[]
}

export interface ImageFile {
  readonly filename: string
  readonly subfolder: string
  readonly type: string
}

type Message = [name: string, values: Record<string, unknown>]
export type Send = (type: string, data: object) => void

interface Execution {
  readonly send: Send
  readonly signal: AbortSignal
  readonly duration: number
  readonly cache: Map<string, ImageFile[]>
  readonly files: Map<string, Buffer>
  readonly emptyWhenCached: boolean
  show(message: Buffer): void
  readonly preview: Buffer | undefined
  holds(prompt: WorkflowContent): Promise<unknown> | undefined
  fails(prompt: WorkflowContent): string | undefined
}

export async function executePrompt(queued: FakePrompt, execution: Execution) {
  const { send, signal, duration, cache, files } = execution
  const { id, prompt, outputs: outputNodes } = queued
  const messages: Message[] = []
  const tell = (type: string, values: Record<string, unknown>) => {
    const data = { ...values, prompt_id: id, timestamp: Date.now() }
    messages.push([type, data])
    send(type, data)
  }
  tell('execution_start', {})
  const outputs: Record<string, { images: ImageFile[] }> = {}
  const cached = outputNodes.filter((node) => cache.has(canonicalJson(signatureOf(prompt, node))))
  tell('execution_cached', { nodes: cached })
  const history = (status: string) => ({
    prompt: [queued.number, id, prompt, queued.extra, outputNodes],
    outputs,
    status: { status_str: status, completed: status === 'success', messages },
    meta: Object.fromEntries(outputNodes.map((node) => [node, { node_id: node }])),
  })
  try {
    for (const node of outputNodes) {
      const key = canonicalJson(signatureOf(prompt, node))
      const existing = cache.get(key)
      if (existing === undefined) {
        await work(queued, node, execution)
        await wait(duration, undefined, { signal })
        const failure = execution.fails(prompt)
        if (failure !== undefined) throw new Error(failure)
      }
      const images = existing ?? (await makeImages(prompt, node, files))
      cache.set(key, images)
      if (existing !== undefined && execution.emptyWhenCached) continue
      outputs[node] = { images }
      send('executed', { node, display_node: node, output: { images }, prompt_id: id })
    }
    tell('execution_success', {})
    return history('success')
  } catch (error) {
    if (signal.aborted) {
      tell('execution_interrupted', { node_id: outputNodes[0], node_type: 'KSampler', executed: [] })
    } else {
      const lines = {
        exception_type: 'RuntimeError',
        traceback: ['  File "execution.py", line 496\n'],
        current_inputs: {},
      }
      const exception = { exception_message: (error as Error).message, ...lines, current_outputs: [] }
      tell('execution_error', { node_id: '3', node_type: 'KSampler', executed: [], ...exception })
    }
    return history('error')
  } finally {
    send('executing', { node: null, prompt_id: id })
  }
}

const steps = 4
const samplerNode = '3'

/** Messages of an active node: steps in both formats, and a preview of kind 1 in format 1, JPEG. */
async function work(
  { id, prompt }: FakePrompt,
  node: string,
  { send, show, preview, holds }: Execution,
): Promise<void> {
  send('executing', { node, display_node: node, prompt_id: id })
  const state = { value: 1, max: steps, state: 'running', node_id: samplerNode, prompt_id: id }
  send('progress_state', { prompt_id: id, nodes: { [samplerNode]: state } })
  send('progress', { value: 2, max: steps, prompt_id: id, node: samplerNode })
  const background = `#${createHash('sha256').update(canonicalJson(prompt)).digest('hex').slice(0, 6)}`
  const picture = sharp({ create: { width: 48, height: 32, channels: 3, background } }).jpeg()
  show(Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 0, 0, 1]), preview ?? (await picture.toBuffer())]))
  await holds(prompt)
}

const signatureOf = (prompt: WorkflowContent, node: string) => ({ prompt, node })

/** Pixels depend on the prompt except the file name. */
async function makeImages(
  prompt: WorkflowContent,
  outputNode: string,
  files: Map<string, Buffer>,
): Promise<ImageFile[]> {
  const { class_type: classType, inputs } = prompt[outputNode]!
  const prefix = String(inputs['filename_prefix'] ?? 'ComfyUI_temp')
  const [subfolder, name] = prefix.includes('/') ? (prefix.split('/') as [string, string]) : ['', prefix]
  const type = classType === 'PreviewImage' ? 'temp' : 'output'
  const sized = Object.values(prompt).find((node) => typeof node.inputs['width'] === 'number')
  const { width, height, batch_size: batch = 1 } = sized!.inputs as Record<string, number>
  const content = { ...prompt, [outputNode]: { ...prompt[outputNode]!, inputs: {} } }
  const images: ImageFile[] = []
  for (let index = 0; index < batch; index += 1) {
    const hash = createHash('sha256')
      .update(`${index} ${canonicalJson(content)}`)
      .digest()
    const pixels = Buffer.alloc(width! * height! * 3, hash)
    const picture = sharp(pixels, { raw: { width: width!, height: height!, channels: 3 } }).png()
    let number = 1
    const nameOf = () => `${name}_${String(number).padStart(5, '0')}_.png`
    while (files.has(keyOf({ filename: nameOf(), subfolder, type }))) number += 1
    const file = { filename: nameOf(), subfolder, type }
    files.set(keyOf(file), await picture.toBuffer())
    images.push(file)
  }
  return images
}

export const keyOf = ({ filename, subfolder, type }: ImageFile): string => `${type}/${subfolder}/${filename}`
