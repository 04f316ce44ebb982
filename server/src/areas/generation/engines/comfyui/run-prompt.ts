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

/** Times that one server is given a prompt anew: where it was started again, or no longer has what it made. */
const mostSubmissions = 6
/** Milliseconds to take a prompt back in. */
const longestCancel = 5_000

/** Of ComfyUI's outputs. */
const folder = 'vermilion'

export interface PromptRun {
  readonly key: ImageKey
  readonly filled: WorkflowContent
  /** Of `filled`. */
  readonly workflowHash: string
  readonly outputNode: string
  readonly prompts: PromptStore
  readonly pollEvery: number
  readonly signal: AbortSignal
  readonly tell?: ((progress: ImageProgress) => void) | undefined
}

/** Has a server run a filled workflow and answers the image. What it began for the same image already is gone on with. */
export async function runPrompt(server: ComfyuiServer, run: PromptRun): Promise<Buffer> {
  const { client, socket } = server
  const { outputNode, pollEvery, signal, tell } = run
  let { promptId, isForgotten } = await adoptPrompt(server, run)
  let isAdopted = promptId !== undefined
  let lost = 0
  try {
    for (let submissions = 0; submissions < mostSubmissions; submissions += 1) {
      const forgotten = isForgotten ? await findOutput(server, run, lost) : undefined
      if (forgotten !== undefined) return forgotten
      if (promptId === undefined) {
        // Already while it is sent: it may be cut off in between.
        promptId = randomUUID()
        promptId = await submit(server, run, promptId, lost)
      }
      const outcome = outcomeOf(await followPrompt({ client, socket, promptId, pollEvery, signal, tell }), outputNode)
      if (outcome.kind === 'failed') throw new ImageFailed(outcome.reason)
      if (outcome.kind === 'interrupted' && !isAdopted) throw new ImageFailed('it was stopped in ComfyUI')
      const content = outcome.kind === 'image' ? await client.view(outcome.file, signal) : undefined
      if (content !== undefined) return content
      // The same again would be answered from the cache, with the same that is not there.
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

/** Answers the id that the server gives it. It is kept first: an answer that is lost may be that of a prompt which runs. */
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

/** The workflow as it is sent: its output node keeps the image under this name, also where it was to be a preview. */
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

/** What an image is called before ComfyUI's number; equal workflows have equal images. */
const outputName = (workflowHash: string, lost: number): string => `${workflowHash.slice(0, 16)}${'-'.repeat(lost)}`

/** The image of a prompt that the server has forgotten: where it was started again, its files are still there. */
async function findOutput(
  { client }: ComfyuiServer,
  { workflowHash, signal }: PromptRun,
  lost: number,
): Promise<Buffer | undefined> {
  const file = { filename: `${outputName(workflowHash, lost)}_00001_.png`, subfolder: folder, type: 'output' } as const
  try {
    const content = await client.view(file, signal)
    // It may have been cut off while it was written.
    if (content !== undefined) await checkPicture(content)
    return content
  } catch (error) {
    if (error instanceof ImageFailed || error instanceof ServerFailed) return undefined
    throw error
  }
}

/**
 * The prompt that was given to this server for this image: one that runs, waits, or has ended well or badly by itself.
 * `isForgotten`: it was given one that it no longer knows.
 */
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
  // It may have ended since it was not yet in the history, also under another id.
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

/** Ends a prompt that runs, or takes it out of the queue; no other one. A server that does not answer is left alone. */
async function cancelPrompt({ client }: ComfyuiServer, promptId: string): Promise<void> {
  const signal = AbortSignal.timeout(longestCancel)
  try {
    const { queue_running: running, queue_pending: pending } = await client.queue(signal)
    const waiting = pending.find((each) => isPrompt(each, promptId))
    if (waiting !== undefined) await client.removeFromQueue(waiting[1], signal)
    // It may have come to its turn meanwhile.
    const { queue_running: later } = waiting === undefined ? { queue_running: running } : await client.queue(signal)
    const current = later.find((each) => isPrompt(each, promptId))
    if (current !== undefined) await client.interrupt(current[1], signal)
  } catch {
    // Nobody waits for it any more.
  }
}
