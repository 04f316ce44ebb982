import { randomUUID } from 'node:crypto'
import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import { checkPicture } from '../check-picture.ts'
import { ImageFailed, type ImageProgress } from '../engine.ts'
import { followPrompt, isPrompt } from './follow-prompt.ts'
import { outcomeOf } from './outcome.ts'
import type { ImageKey, PromptStore } from './prompt-store.ts'
import type { HistoryEntry } from './replies.ts'
import { ServerFailed } from './server-failed.ts'
import type { ComfyuiServer } from './servers.ts'

const maxSubmissions = 6
const cancelTimeoutMs = 5_000

const folder = 'vermilion'

export interface PromptRun {
  readonly key: ImageKey
  readonly filled: WorkflowContent
  readonly workflowHash: string
  readonly outputNode: string
  readonly prompts: PromptStore
  readonly pollEvery: number
  readonly signal: AbortSignal
  readonly tell?: ((progress: ImageProgress) => void) | undefined
}

/** Continues a prompt submitted earlier for the same image. */
export async function runPrompt(server: ComfyuiServer, run: PromptRun): Promise<Buffer> {
  const { client, socket } = server
  const { outputNode, pollEvery, signal, tell } = run
  let { promptId, isForgotten } = await adoptPrompt(server, run)
  let isAdopted = promptId !== undefined
  let lost = 0
  try {
    for (let submissions = 0; submissions < maxSubmissions; submissions += 1) {
      const forgotten = isForgotten ? await findOutput(server, run, lost) : undefined
      if (forgotten !== undefined) return forgotten
      if (promptId === undefined) {
        promptId = randomUUID()
        promptId = await submit(server, run, promptId, lost)
      }
      const outcome = outcomeOf(await followPrompt({ client, socket, promptId, pollEvery, signal, tell }), outputNode)
      if (outcome.kind === 'failed') throw new ImageFailed(outcome.reason)
      if (outcome.kind === 'interrupted' && !isAdopted) throw new ImageFailed('it was stopped in ComfyUI')
      const content = outcome.kind === 'image' ? await client.view(outcome.file, signal) : undefined
      if (content !== undefined) return content
      // An identical prompt would be served from the cache, without the missing file.
      if (outcome.kind === 'image' || outcome.kind === 'empty') lost += 1
      promptId = undefined
      isAdopted = false
      isForgotten = outcome.kind === 'removed'
    }
    throw new ImageFailed('ComfyUI says that it is done, and has no image')
  } catch (error) {
    if (signal.aborted && promptId !== undefined) await cancelPrompt(server, promptId)
    throw error
  }
}

/** Returns the server's id. Stored before sending, since a lost response may belong to a running prompt. */
async function submit(server: ComfyuiServer, run: PromptRun, promptId: string, lost: number): Promise<string> {
  const { client, socket, service } = server
  const { key, filled, workflowHash, outputNode, prompts, signal } = run
  const row = { ...key, serviceId: service.id, workflowHash }
  await prompts.save({ ...row, promptId })
  await socket.connected(signal)
  const prompt = withOutput(filled, outputNode, `${folder}/${outputName(workflowHash, lost)}`)
  const actual = await client.submit({ promptId, order: promptId, clientId: socket.clientId }, prompt, signal)
  if (actual !== promptId) await prompts.save({ ...row, promptId: actual })
  return actual
}

function withOutput(filled: WorkflowContent, outputNode: string, prefix: string): WorkflowContent {
  const node = filled[outputNode]
  if (node === undefined) return filled
  const { images } = node.inputs
  if (node.class_type === 'PreviewImage') {
    return { ...filled, [outputNode]: { class_type: 'SaveImage', inputs: { images, filename_prefix: prefix } } }
  }
  if (!('filename_prefix' in node.inputs)) return filled
  return { ...filled, [outputNode]: { ...node, inputs: { ...node.inputs, filename_prefix: prefix } } }
}

/** File name before ComfyUI's counter; equal workflows have equal images. */
const outputName = (workflowHash: string, lost: number): string => `${workflowHash.slice(0, 16)}${'-'.repeat(lost)}`

async function findOutput(
  { client }: ComfyuiServer,
  { workflowHash, signal }: PromptRun,
  lost: number,
): Promise<Buffer | undefined> {
  const file = { filename: `${outputName(workflowHash, lost)}_00001_.png`, subfolder: folder, type: 'output' } as const
  try {
    const content = await client.view(file, signal)
    if (content !== undefined) await checkPicture(content)
    return content
  } catch (error) {
    if (error instanceof ImageFailed || error instanceof ServerFailed) return undefined
    throw error
  }
}

/** Finds the prompt submitted earlier for this image: queued, running or ended. `isForgotten`: the server no longer knows it. */
async function adoptPrompt({ client, service }: ComfyuiServer, run: PromptRun): Promise<Adopted> {
  const { key, workflowHash, outputNode, prompts, signal } = run
  const row = await prompts.find(key)
  if (row === undefined || row.serviceId !== service.id || row.workflowHash !== workflowHash) return none
  const { promptId } = row
  const entry = await client.history(promptId, signal)
  if (entry !== undefined) return outcomeOf(entry, outputNode).kind === 'interrupted' ? none : adopted(promptId)
  const { queue_running: running, queue_pending: pending } = await client.queue(signal)
  const queued = [...running, ...pending].find((each) => isPrompt(each, promptId))
  if (queued !== undefined) return adopted(queued[1])
  // It may have ended after the history was read, possibly under another id.
  const recent = Object.entries(await client.recentHistory(signal))
  const [id] = recent.find(([each, entry]) => each === promptId || isEntryOf(entry, promptId)) ?? []
  return id === undefined ? { promptId: undefined, isForgotten: true } : adopted(id)
}

interface Adopted {
  readonly promptId: string | undefined
  readonly isForgotten: boolean
}

const none: Adopted = { promptId: undefined, isForgotten: false }
const adopted = (promptId: string): Adopted => ({ promptId, isForgotten: false })
const isEntryOf = ({ prompt }: HistoryEntry, promptId: string): boolean =>
  prompt !== undefined && isPrompt(prompt, promptId)

/** Interrupts or dequeues this prompt only. Ignores an unresponsive server. */
async function cancelPrompt({ client }: ComfyuiServer, promptId: string): Promise<void> {
  const signal = AbortSignal.timeout(cancelTimeoutMs)
  try {
    const { queue_running: running, queue_pending: pending } = await client.queue(signal)
    const waiting = pending.find((each) => isPrompt(each, promptId))
    if (waiting !== undefined) await client.removeFromQueue(waiting[1], signal)
    // It may have started meanwhile.
    const { queue_running: later } = waiting === undefined ? { queue_running: running } : await client.queue(signal)
    const current = later.find((each) => isPrompt(each, promptId))
    if (current !== undefined) await client.interrupt(current[1], signal)
  } catch {
    // Cancellation is best effort.
  }
}
