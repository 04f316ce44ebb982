import { buffer } from 'node:stream/consumers'
import type { assistEndpoints } from '@vermilion/contract/assist/endpoints'
import type { FileOutcome } from '@vermilion/contract/files/operations'
import type { SpaceFile } from '@vermilion/contract/files'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import { normalizePath, pathProblem } from '@vermilion/contract/paths'
import { selectedFiles } from '#areas/datasets'
import type { Files } from '#areas/files'
import { refuseInPlace, type Spaces } from '#areas/spaces'
import { newId } from '#platform/ids'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import { jobWorkName } from '#platform/jobs/work'
import { type Assist, type AssistDepth, AssistFailed } from '../assist.ts'

type DepthOrder = Received<typeof assistEndpoints.makeDepthMaps>['body']

interface Payload extends DepthOrder {
  readonly spaceId: string
  readonly by: string
}

const depthMaps = jobKind<Payload, { visited: number }>('depth-maps')
/** Failures in a row after which the model is not asked any more. */
const mostFailures = 5

interface Needs {
  readonly jobs: Jobs
  readonly spaces: Pick<Spaces, 'get'>
  readonly files: Files
  readonly assist: Pick<Assist, 'depth'>
}

export type DepthMaps = ReturnType<typeof createDepthMaps>

/** Makes depth maps of pictures of a data space, as files of one: what generations take as depth reference. */
export function createDepthMaps({ jobs, spaces, files, assist }: Needs) {
  async function requireModel(): Promise<AssistDepth> {
    const model = await assist.depth()
    if (model === undefined) throw fail('assist-model.no-depth')
    return model
  }

  async function* picturesOf({ spaceId, selection, target }: Payload): AsyncGenerator<SpaceFile> {
    // Maps are pictures too: those of an earlier time are not what is meant.
    const isMap = ({ path }: SpaceFile) =>
      target.spaceId === spaceId && target.folder !== '' && path.startsWith(`${target.folder}/`)
    for await (const batch of selectedFiles(files, spaceId, selection, 'image'))
      yield* batch.filter((file) => file.kind === 'image' && !isMap(file))
  }

  /** Undefined where there is none to be made: the picture cannot be read, or has gone. */
  async function makeMap(model: AssistDepth, { id, path }: SpaceFile, order: Payload, signal: AbortSignal) {
    const content = await files.content(id, true).catch(unlessGone)
    const map = content && (await model.depthMap(await buffer(await content.open()), signal))
    if (map === undefined) return
    const mapPath = [order.target.folder, path.replace(/\.[^./]*$/, '.png')].filter((part) => part !== '').join('/')
    const source = (async function* once() {
      yield map
    })()
    await files.addFile({ spaceId: order.target.spaceId, path: mapPath, source, conflict: order.conflict })
  }

  jobs.register(depthMaps, {
    async run({ payload, resumePoint, signal, saveProgress }) {
      const model = await requireModel()
      const total = await countAll(picturesOf(payload))
      let [visited, failures] = [0, 0]
      for await (const picture of picturesOf(payload)) {
        visited += 1
        if (visited <= (resumePoint?.visited ?? 0)) continue
        signal.throwIfAborted()
        try {
          await makeMap(model, picture, payload, signal)
          failures = 0
        } catch (error) {
          failures += 1
          if (!(error instanceof AssistFailed) || failures >= mostFailures) throw error
        }
        await saveProgress({ done: visited, total: Math.max(total, visited), unit: 'images', resumePoint: { visited } })
      }
    },
    stopped: async () => {},
    work: {
      kind: 'depth-maps',
      async describe({ spaceId, target, by }) {
        const { name } = await spaces.get(spaceId)
        return { name, owner: by, leadsTo: { page: 'space', id: target.spaceId } }
      },
    },
  })

  return {
    /** Inside a transaction. */
    async start(spaceId: string, order: DepthOrder, by: string): Promise<FileOutcome> {
      await spaces.get(spaceId)
      refuseInPlace(await spaces.get(order.target.spaceId))
      const folder = normalizePath(order.target.folder).replace(/\/$/, '')
      const reason = folder === '' ? undefined : pathProblem(folder)
      if (reason !== undefined) throw fail('file.path-invalid', { path: folder, reason })
      const { fileIds, folders, filter } = order.selection
      if (fileIds.length === 0 && folders.length === 0 && filter === undefined) throw fail('file.none-selected')
      await requireModel()
      const payload = { ...order, target: { ...order.target, folder }, spaceId, by }
      const jobId = await jobs.enqueue(depthMaps, newId(), payload)
      return { files: 0, skipped: 0, workId: `${jobWorkName}.${jobId}` }
    },
  }
}

function unlessGone(error: unknown): undefined {
  if (error instanceof Failure && error.reason === 'file.not-found') return undefined
  throw error
}

async function countAll(pictures: AsyncGenerator<SpaceFile>): Promise<number> {
  let count = 0
  while ((await pictures.next()).done !== true) count += 1
  return count
}
