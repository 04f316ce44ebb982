import type { AssistEntry, AssistRole } from '@vermilion/contract/assist/catalogue'
import { readJson } from '#platform/database/columns'
import type { Assist, AssistDetector, AssistEmbedder, AssistSegmenter } from './assist.ts'
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

/** The models that serve now, each as what its role can do. */
export function createServedModels({ catalogue, store, folders, networks }: Needs): Assist & { look(): Promise<void> } {
  const listeners = new Set<() => void>()
  let lastServed = '[]'

  async function servedOf(role: AssistRole): Promise<Served | undefined> {
    const rows = await store.all()
    const entry = usedEntries(catalogue, rows).get(role)
    const row = rows.find(({ id }) => id === entry?.id)
    if (entry === undefined || row === undefined) return undefined
    const id = `${entry.id}@${row.revision ?? entry.revision}`
    return { entry, row, model: { id, folder: folders.ready(entry.id), network: entry.network } }
  }

  return {
    embedder: async () => embedderOf(networks, await servedOf('embedder')),
    detector: async () => detectorOf(networks, await servedOf('detector')),
    segmenter: async () => segmenterOf(networks, await servedOf('segmenter')),
    onChange: (listener) => void listeners.add(listener),
    async look() {
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
    embedText: (words, signal) => networks.ask('embedText', model, { words }, { signal }),
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
