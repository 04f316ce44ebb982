import { type TrainingImage, taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import type { ListSource } from '#ui/list/list-source.ts'
import type { ImagesSearch } from './search.ts'

export function useImages(search: ImagesSearch): ListSource<TrainingImage> & { everything: readonly TrainingImage[] } {
  const images = useQuery(read(taskEndpoints.listTrainingImages, {}))
  const items = images.data?.filter((image) => isMatch(image, search)) ?? []
  const paging = { total: items.length, from: items.length === 0 ? 0 : 1, nextCursor: null, previousCursor: null }
  return {
    page: images.data === undefined ? undefined : { items, ...paging },
    everything: images.data ?? [],
    changing: false,
    problem: images.error,
    retry: () => void images.refetch(),
    all: async () => items,
  }
}

function isMatch(image: TrainingImage, { search = '', kind, labelType, origin }: ImagesSearch): boolean {
  const { id, name, title, address, framework, taskKind, labelTypes } = image
  const words = [name, title.en, title.zh, address, framework].join('\n').toLowerCase()
  return (
    words.includes(search.trim().toLowerCase()) &&
    (kind === undefined || taskKind === kind) &&
    (labelType === undefined || labelTypes.includes(labelType)) &&
    (origin === undefined || (id === null) === (origin === 'builtIn'))
  )
}
