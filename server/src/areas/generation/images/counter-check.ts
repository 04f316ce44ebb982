import { counterCheck, type Check } from '#platform/checks/checks'
import type { ImageStore } from './image-store.ts'
import type { GenerationStore } from '../store.ts'

export function generationCounterCheck(store: GenerationStore, imageStore: ImageStore): Check {
  return counterCheck({
    id: 'generation-counters',
    async compare() {
      const images = Map.groupBy(await imageStore.count(), ({ generationId }) => generationId)
      return (await store.counters()).map(({ id, ...stored }) => {
        const of = (status: string) => images.get(id)?.find((row) => row.status === status)?.images ?? 0
        const counted = { kept: of('kept'), aside: of('aside'), failed: of('failed') }
        return { id, stored, counted: { ...counted, made: counted.kept + counted.aside } }
      })
    },
    set: ({ id, counted }) => store.update(id, counted),
  })
}
