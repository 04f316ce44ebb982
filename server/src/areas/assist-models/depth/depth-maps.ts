import type { assistEndpoints } from '@vermilion/contract/assist-models/endpoints'
import type { FileOutcome } from '@vermilion/contract/files/operations'
import type { SpaceFile } from '@vermilion/contract/files'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import { selectedFiles } from '#areas/datasets'
import type { Files } from '#areas/files'
import { refuseInPlace, type Spaces } from '#areas/spaces'
import { newId } from '#platform/ids'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import { jobWorkName } from '#platform/jobs/work'
import { type Assist, type AssistDepth, AssistFailed } from '../serving/assist.ts'
import { markDepthMap } from './depth-mark.ts'
import { conflictAt, depthFolder, unlessGone } from './depth-target.ts'

type DepthOrder = Received<typeof assistEndpoints.makeDepthMaps>['body']

interface Payload extends DepthOrder {
  readonly spaceId: string
  readonly by: string
}

const depthMaps = jobKind<Payload, { visited: number }>('depth-maps')
const maxFailures = 5

interface Needs {
  readonly jobs: Jobs
  readonly spaces: Pick<Spaces, 'get'>
  readonly files: Files
  readonly assist: Pick<Assist, 'depth'>
}

export type DepthMaps = ReturnType<typeof createDepthMaps>

export function createDepthMaps({ jobs, spaces, files, assist }: Needs) {
  async function requireModel(): Promise<AssistDepth> {
    const model = await assist.depth()
    if (model === undefined) throw fail('assist-model.no-depth')
    return model
  }

  async function* picturesOf({ spaceId, selection, target }: Payload): AsyncGenerator<SpaceFile> {
    const isMap = ({ path }: SpaceFile) =>
      target.spaceId === spaceId && target.folder !== '' && path.startsWith(`${target.folder}/`)
    for await (const batch of selectedFiles(files, spaceId, selection, 'image'))
      yield* batch.filter((file) => file.kind === 'image' && !isMap(file))
  }

  /** Skips unreadable or deleted images, and paths taken by other files. */
  async function makeMap(model: AssistDepth, { id, path }: SpaceFile, order: Payload, signal: AbortSignal) {
    const { spaceId, folder } = order.target
    const mapPath = [folder, path.replace(/\.[^./]*$/, '.png')].filter((part) => part !== '').join('/')
    const toWrite = { spaceId, path: mapPath, conflict: order.conflict }
    if ((await conflictAt(files, toWrite)) === undefined) return
    const content = await files.pictureBytes(id).catch(unlessGone)
    const map = content && (await model.depthMap(content, signal))
    const conflict = map && (await conflictAt(files, toWrite))
    if (map === undefined || conflict === undefined) return
    const source = (async function* once() {
      yield markDepthMap(map)
    })()
    await files.addFile({ ...toWrite, source, conflict })
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
          if (!(error instanceof AssistFailed) || failures >= maxFailures) throw error
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
    async start(spaceId: string, order: DepthOrder, by: string): Promise<FileOutcome> {
      await spaces.get(spaceId)
      refuseInPlace(await spaces.get(order.target.spaceId))
      const { fileIds, folders, filter } = order.selection
      if (fileIds.length === 0 && folders.length === 0 && filter === undefined) throw fail('file.none-selected')
      const folder = await depthFolder(files, order.target, spaceId, order.selection)
      await requireModel()
      const payload = { ...order, target: { ...order.target, folder }, spaceId, by }
      const jobId = await jobs.enqueue(depthMaps, newId(), payload)
      return { files: 0, skipped: 0, workId: `${jobWorkName}.${jobId}` }
    },
  }
}

async function countAll(pictures: AsyncGenerator<SpaceFile>): Promise<number> {
  let count = 0
  while ((await pictures.next()).done !== true) count += 1
  return count
}
