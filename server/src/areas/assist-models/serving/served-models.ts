import type { AssistEntry, AssistRole } from '@vermilion/contract/assist-models/catalogue'
import { readJson } from '#platform/database/columns'
import type {
  Assist,
  AssistDepth,
  AssistDetector,
  AssistEmbedder,
  AssistSegmenter,
  AssistWordSegmenter,
} from './assist.ts'
import type { ModelFolders } from '../fetching/model-folder.ts'
import type { NetworkProcess } from '../process/network-process.ts'
import type { ModelToRun } from '../process/protocol.ts'
import { usedEntries } from '../rules.ts'
import type { AssistModelRow, AssistStore } from '../store.ts'

interface Needs {
  readonly catalogue: readonly AssistEntry[]
  readonly store: Pick<AssistStore, 'all'>
  readonly folders: Pick<ModelFolders, 'ready'>
  readonly networks: NetworkProcess
}

interface Served {
  readonly entry: AssistEntry
  readonly row: AssistModelRow
  readonly model: ModelToRun
  readonly networks: NetworkProcess
}

export function createServedModels({
  catalogue,
  store,
  folders,
  networks,
}: Needs): Assist & { refresh(): Promise<void> } {
  const listeners = new Set<() => void>()
  let lastServed = '[]'

  async function servedOf(role: AssistRole, id?: string): Promise<Served | undefined> {
    const rows = await store.all()
    const used = usedEntries(catalogue, rows).get(role)
    const entries = id === undefined ? [used] : catalogue.filter((entry) => entry.role === role)
    for (const entry of entries) {
      const row = rows.find((each) => each.id === entry?.id && each.status === 'ready')
      if (entry === undefined || row === undefined) continue
      const ownId = `${entry.id}@${row.revision ?? entry.revision}`
      if (id === undefined || id === ownId)
        return { entry, row, model: { id: ownId, folder: folders.ready(entry.id), network: entry.network }, networks }
    }
    return undefined
  }

  async function serve<Calls extends object>(role: AssistRole, id: string | undefined, callsOf: (of: Served) => Calls) {
    const served = await servedOf(role, id)
    return served && { id: served.model.id, name: served.entry.name, ...callsOf(served) }
  }

  return {
    embedder: () => serve('embedder', undefined, embedderCalls),
    detector: (id) => serve('detector', id, detectorCalls),
    segmenter: () => serve('segmenter', undefined, segmenterCalls),
    wordSegmenter: (id) => serve('segmenter-by-words', id, wordSegmenterCalls),
    depth: () => serve('depth', undefined, depthCalls),
    onChange: (listener) => void listeners.add(listener),
    async refresh() {
      const rows = await store.all()
      const used = usedEntries(catalogue, rows)
      const serving = JSON.stringify(rows.filter(({ id }) => [...used.values()].some((one) => one.id === id)).map(idOf))
      if (serving === lastServed) return
      lastServed = serving
      for (const listener of listeners) listener()
    },
  }
}

const idOf = ({ id, revision, readyAt }: AssistModelRow) => [id, revision, readyAt]

type Calls<Model> = Omit<Model, 'id' | 'name'>

function embedderCalls({ entry, row, model, networks }: Served): Calls<AssistEmbedder> {
  const { network } = entry
  if (network.kind !== 'siglip') throw new Error(`${entry.id} is no embedder`)
  const { scale, bias } = network.likeness
  return {
    dimensions: (row.facts === null ? undefined : readJson(row.facts).dimensions) ?? 0,
    async embedPicture(picture, { region, ...how } = {}) {
      return (await networks.ask('embedPicture', model, { picture, region }, how)) ?? undefined
    },
    embedText: (text, signal) => networks.ask('embedText', model, { text }, { signal }),
    likenessOf: (cosine) => 1 / (1 + Math.exp(-(scale * cosine + bias))),
  }
}

const detectorCalls = ({ model, networks }: Served): Calls<AssistDetector> => ({
  async detect(picture, request, signal) {
    return (await networks.ask('detect', model, { picture, ...request }, { urgency: 'later', signal })) ?? undefined
  },
})

const segmenterCalls = ({ model, networks }: Served): Calls<AssistSegmenter> => ({
  async prepare(picture, signal) {
    return (await networks.ask('prepare', model, { picture }, { signal })) ?? undefined
  },
  segment: (features, prompt, signal) => networks.ask('segment', model, { features, prompt }, { signal }),
})

const wordSegmenterCalls = ({ model, networks }: Served): Calls<AssistWordSegmenter> => ({
  async segment(picture, request, signal) {
    const input = { picture, ...request }
    return (await networks.ask('segmentByWords', model, input, { urgency: 'later', signal })) ?? undefined
  },
})

const depthCalls = ({ model, networks }: Served): Calls<AssistDepth> => ({
  async depthMap(picture, signal) {
    return (await networks.ask('depthMap', model, { picture }, { urgency: 'later', signal })) ?? undefined
  },
})
