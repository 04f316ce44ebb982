import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unusedEnvironmentDays } from '@vermilion/contract/tasks/environments/python-environments'
import type { EnvironmentOffer, PythonEnvironment } from '@vermilion/contract/tasks/environments/python-environments'
import type { Executor, HeldEnvironment, PythonEnvironments, PythonImage } from '#areas/executors'
import type { Clock } from '#platform/clock'
import { readJson } from '#platform/database/columns'
import { isProgram } from '../images/images.ts'
import type { ImageCatalogue, ImageDefinition } from '../images/images.ts'
import type { TaskRow } from '../rows/task-row.ts'

const installedImages = fileURLToPath(new URL('../../../../../images', import.meta.url))
const day = 86_400_000

interface Needs {
  environments: PythonEnvironments
  images: ImageCatalogue
  /** Where the folders of images lie; those of the installation by default. */
  imagesFolder?: string | undefined
  clock: Clock
  followed(): Promise<TaskRow[]>
}

/** A held environment, and what of its image runs in it. */
export interface TaskEnvironment extends HeldEnvironment {
  interpreter: string
  script: string
  codeFolder: string
}

export interface UnusedEnvironment {
  name: string
  bytes: number
  remove(): Promise<void>
}

export const digestOf = ({ id }: Pick<HeldEnvironment, 'id'>) => `sha256:${id}`

/** Images without containers run in an environment where the executor can show it one. */
export const runsInEnvironment = (
  image: Pick<ImageDefinition, 'address' | 'python'>,
  { images, environments }: Pick<Executor['capabilities'], 'images' | 'environments'>,
): boolean => !images && environments && !isProgram(image) && image.python !== undefined

export type TaskEnvironments = ReturnType<typeof createTaskEnvironments>

export function createTaskEnvironments({ environments, images, imagesFolder, clock, followed }: Needs) {
  const programs = imagesFolder ?? installedImages

  function pythonImage(name: string): (PythonImage & { codeFolder: string; script: string }) | undefined {
    const python = images[name]?.python
    if (python === undefined) return undefined
    const { folder, program, locks = folder, oldest } = python
    // Programs share modules with those of other folders.
    return {
      name,
      folder: join(programs, locks),
      oldest,
      codeFolder: programs,
      script: join(programs, folder, program),
    }
  }

  const offersWithIds = () =>
    Promise.all(
      Object.keys(images).flatMap((name) => {
        const image = pythonImage(name)
        return image === undefined ? [] : [environments.offer(image)]
      }),
    )

  async function usedDigests(): Promise<ReadonlySet<string>> {
    const rows = await followed()
    return new Set(rows.flatMap(({ record }) => (record === null ? [] : (readJson(record).imageDigest ?? []))))
  }

  async function list(): Promise<{ environments: PythonEnvironment[]; offers: EnvironmentOffer[] }> {
    const [offers, used, stored] = await Promise.all([offersWithIds(), usedDigests(), environments.list()])
    return {
      offers: offers.map(({ id: _id, ...offer }) => offer),
      environments: stored
        .map(({ image, ...one }) => {
          const sharing = offers.filter(({ id }) => id === one.id).map((offer) => offer.image)
          const isUsed = used.has(digestOf(one)) || environments.isHeld(one.id)
          return { ...one, images: sharing.length === 0 ? [image] : sharing, isUsed }
        })
        .toSorted((one, other) => other.usedAt.localeCompare(one.usedAt)),
    }
  }

  const remove = (id: string) => environments.remove(id, async () => (await usedDigests()).has(digestOf({ id })))

  return {
    list,
    remove,

    /** Makes the environment of an image where it is missing. The caller releases it once the task's record names it. */
    async prepare(name: string, options: Parameters<PythonEnvironments['prepare']>[1]): Promise<TaskEnvironment> {
      const image = pythonImage(name)
      if (image === undefined) throw new Error(`the image ${name} runs in no environment`)
      const held = await environments.prepare(image, options)
      const { script, codeFolder } = image
      return { ...held, interpreter: join(held.folder, 'bin', 'python'), script, codeFolder }
    },

    /** Those that no task used of late, for the clean-up. */
    async *unused(): AsyncGenerator<UnusedEnvironment> {
      for (const { id, images: names, bytes, usedAt, isUsed } of (await list()).environments) {
        if (isUsed || Date.parse(usedAt) > clock.now() - unusedEnvironmentDays * day) continue
        yield { name: names.join(', '), bytes, remove: () => remove(id).then(() => undefined) }
      }
    },
  }
}
