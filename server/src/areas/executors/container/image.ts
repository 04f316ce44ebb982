import type { ImageFacts, StartOptions } from '../port/executor.ts'
import { ifKnown, messageOf } from './engine.ts'
import type { Engine } from './engine.ts'
import type { RegistryTrouble } from '../port/passing.ts'

interface PullEvent {
  id?: string
  status?: string
  error?: string
  progressDetail?: { current?: number; total?: number }
}

export async function bringImage(engine: Engine, address: string, options: StartOptions = {}): Promise<ImageFacts> {
  const existing = await factsOf(engine, address)
  if (existing !== undefined) return existing
  const { signal, onProgress } = options
  try {
    const stream = await engine.lasting.pull(withTag(address), { abortSignal: signal })
    const layers = new Map<string, { current: number; total: number }>()
    await new Promise<void>((resolve, reject) => {
      engine.lasting.modem.followProgress(
        stream,
        (error) => (error ? reject(error) : resolve()),
        (event: PullEvent) => {
          if (event.error !== undefined) reject(new Error(event.error))
          const { id, status = '', progressDetail: { current, total } = {} } = event
          if (id === undefined || !status.startsWith('Downloading') || current === undefined || !total) return
          layers.set(id, { current, total })
          onProgress?.(sumOf(layers))
        },
      )
    })
  } catch (error) {
    signal?.throwIfAborted()
    const text = messageOf(error)
    const failure = new Error(`the image ${address} could not be fetched: ${text}`, { cause: error })
    const code = troubles.find(([, sign]) => sign.test(text))?.[0]
    throw code === undefined ? failure : Object.assign(failure, { code })
  }
  const imageFacts = await factsOf(engine, address)
  if (imageFacts !== undefined) return imageFacts
  throw new Error(`the image ${address} could not be fetched`)
}

export async function factsOf(engine: Engine, address: string): Promise<ImageFacts | undefined> {
  const imageInspect = await ifKnown(engine.quick.getImage(address).inspect())
  return imageInspect === undefined ? undefined : { digest: imageInspect.Id, bytes: imageInspect.Size }
}

/** Error messages, since engines have no error codes for these. */
const troubles: readonly (readonly [RegistryTrouble, RegExp])[] = [
  ['registry-unknown', /no such host/i],
  [
    'registry-away',
    /temporary failure in name resolution|server misbehaving|i\/o timeout|handshake timeout|connection (?:refused|reset)|network is unreachable|no route to host/i,
  ],
]

/** Without a tag engines would pull all of them. */
function withTag(address: string): string {
  const last = address.slice(address.lastIndexOf('/') + 1)
  return last.includes(':') || last.includes('@') ? address : `${address}:latest`
}

function sumOf(layers: ReadonlyMap<string, { current: number; total: number }>) {
  const sum = { done: 0, total: 0, unit: 'bytes' as const }
  for (const { current, total } of layers.values()) {
    sum.done += current
    sum.total += total
  }
  return sum
}
