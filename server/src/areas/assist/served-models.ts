import type { AssistEntry, AssistRole } from '@vermilion/contract/assist/catalogue'
import { readJson } from '#platform/database/columns'
import type {
  Assist,
  AssistDepth,
  AssistDetector,
  AssistEmbedder,
  AssistSegmenter,
  AssistWordSegmenter,
} from './assist.ts'
import type { ModelFolders } from './model-folder.ts'
import type { NetworkProcess } from './process/network-process.ts'
import type { ModelToRun } from './process/protocol.ts'
import { usedEntries } from './entities.ts'
import type { AssistModelRow, AssistStore } from './store.ts'

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
        return { entry, row, model: { id: ownId, folder: folders.ready(entry.id), network: entry.network } }
    }
    return undefined
  }

  return {
    embedder: async () => embedderOf(networks, await servedOf('embedder')),
    detector: async (id) => detectorOf(networks, await servedOf('detector', id)),
    segmenter: async () => segmenterOf(networks, await servedOf('segmenter')),
    wordSegmenter: async (id) => wordSegmenterOf(networks, await servedOf('segmenter-by-words', id)),
    depth: async () => depthOf(networks, await servedOf('depth')),
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

function embedderOf(networks: NetworkProcess, served: Served | undefined): AssistEmbedder | undefined {
  if (served === undefined || served.entry.network.kind !== 'siglip') return undefined
  const { entry, row, model } = served
  const { likeness } = served.entry.network
  return {
    id: model.id,
    name: entry.name,
    dimensions: (row.facts === null ? undefined : readJson(row.facts).dimensions) ?? 0,
    async embedPicture(picture, { region, ...how } = {}) {
      return (await networks.ask('embedPicture', model, { picture, region }, how)) ?? undefined
    },
    embedText: (text, signal) => networks.ask('embedText', model, { text }, { signal }),
    likenessOf: (cosine) => 1 / (1 + Math.exp(-(likeness.scale * cosine + likeness.bias))),
  }
}

function detectorOf(networks: NetworkProcess, served: Served | undefined): AssistDetector | undefined {
  if (served === undefined) return undefined
  const { entry, model } = served
  return {
    id: model.id,
    name: entry.name,
    async detect(picture, request, signal) {
      const detections = await networks.ask('detect', model, { picture, ...request }, { urgency: 'later', signal })
      return detections ?? undefined
    },
  }
}

function segmenterOf(networks: NetworkProcess, served: Served | undefined): AssistSegmenter | undefined {
  if (served === undefined) return undefined
  const { entry, model } = served
  return {
    id: model.id,
    name: entry.name,
    async prepare(picture, signal) {
      return (await networks.ask('prepare', model, { picture }, { signal })) ?? undefined
    },
    segment: (features, prompt, signal) => networks.ask('segment', model, { features, prompt }, { signal }),
  }
}

function wordSegmenterOf(networks: NetworkProcess, served: Served | undefined): AssistWordSegmenter | undefined {
  if (served === undefined) return undefined
  const { entry, model } = served
  return {
    id: model.id,
    name: entry.name,
    async segment(picture, request, signal) {
      const input = { picture, ...request }
      return (await networks.ask('segmentByWords', model, input, { urgency: 'later', signal })) ?? undefined
    },
  }
}

function depthOf(networks: NetworkProcess, served: Served | undefined): AssistDepth | undefined {
  if (served === undefined) return undefined
  const { entry, model } = served
  return {
    id: model.id,
    name: entry.name,
    async depthMap(picture, signal) {
      return (await networks.ask('depthMap', model, { picture }, { urgency: 'later', signal })) ?? undefined
    },
  }
}
