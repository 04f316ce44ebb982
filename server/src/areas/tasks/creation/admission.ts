import { fail } from '@vermilion/contract/kernel/errors'
import { isProgram, otherPool } from '../images/images.ts'
import type { ImageCatalogue, ImageDefinition } from '../images/images.ts'
import type { PoolRow } from '../pools/pool-store.ts'
import type { Pools } from '../pools/pools.ts'
import type { TaskRow } from '../rows/task-row.ts'

export function createAdmission({ images, pools }: { images: ImageCatalogue; pools: Pools }) {
  return {
    imageOf(name: string, kind: TaskRow['kind']): ImageDefinition {
      const image = Object.hasOwn(images, name) ? images[name] : undefined
      // An image added by a user may run any program, including a LoRA training.
      const fits = image?.taskKind === kind || (kind === 'fine-tuning' && image?.own !== undefined)
      if (!image || !fits) throw fail('image.not-found', { image: name })
      return image
    },
    /** Built-in programs run in local pools; all other images need a pool with containers. Fails as `image.other-pool`. */
    async fitImage(image: ImageDefinition, name: string, pool: PoolRow): Promise<void> {
      const { capabilities } = await pools.executorOf(pool.id)
      const isOnDevice = image.onDevice ?? false
      if (capabilities.device === isOnDevice && capabilities.images !== isProgram(image)) return
      throw fail('image.other-pool', { image: name, pool: pool.name, reason: otherPool(image) })
    },
  }
}
