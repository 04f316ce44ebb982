import { create } from 'zustand'
import { session } from '../api.ts'
import { type LeftBatch, leftBatches } from './upload-memory.ts'

export const useLeftUploads = create<{ batches: readonly LeftBatch[] }>(() => ({ batches: [] }))

type Message = { ask: true } | { mine: readonly string[] }

const answerTime = 300

const own = new Set<string>()
const channel = new BroadcastChannel('uploads')
channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if ('ask' in data) channel.postMessage({ mine: [...own] } satisfies Message)
  else drop(data.mine)
})

const others = new Set<string>()

function drop(ids: readonly string[]): void {
  for (const id of ids) others.add(id)
  useLeftUploads.setState(({ batches }) => ({ batches: batches.filter(({ id }) => !ids.includes(id)) }))
}

export function ownBatch(id: string): void {
  own.add(id)
  drop([id])
  channel.postMessage({ mine: [id] } satisfies Message)
}

/** The batch must be forgotten first, or it would be found as an unfinished one. */
export const disown = (id: string) => void own.delete(id)

export async function findLeftUploads(): Promise<void> {
  others.clear()
  // A batch that ends meanwhile may have been read before its end.
  const previousIds = new Set(own)
  channel.postMessage({ ask: true } satisfies Message)
  await new Promise((resolve) => setTimeout(resolve, answerTime))
  const unfinished = await leftBatches(session.account())
  const batches = unfinished.filter(({ id }) => !previousIds.has(id) && !own.has(id) && !others.has(id))
  useLeftUploads.setState({ batches })
}
