import type { SearchIndex } from '@vermilion/contract/image-search'
import { fileEndpoints } from '@vermilion/contract/files'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { PictureChoices } from '#ui/files/picture-choices.tsx'
import styles from './search.module.css'
import { text } from './text.ts'

const maxExamples = 24
const maxSpaces = 3

interface ExamplePicturesProps {
  index: Pick<SearchIndex, 'spaces'>
  onFile: (fileId: string) => void
}

export function ExamplePictures({ index, onFile }: ExamplePicturesProps) {
  const t = useText(text)
  const { data } = useQuery(read(spaceEndpoints.listSpaces, { query: { limit: maximumPageSize } }))
  const indexed = new Set(index.spaces.filter((space) => space.indexed > 0).map(({ spaceId }) => spaceId))
  const spaces = data?.items.filter(({ id }) => indexed.has(id)).slice(0, maxSpaces) ?? []
  const query = { kind: 'image', recursive: true, limit: maxExamples / Math.max(1, spaces.length) } as const
  const images = useQueries({
    queries: spaces.map(({ id }) => read(fileEndpoints.listFiles, { params: { spaceId: id }, query })),
  })
  const examples = images.flatMap((listed, at) =>
    (listed.data?.items ?? []).map(({ id, name }) => ({ fileId: id, name, space: spaces[at]?.name ?? '' })),
  )
  if (examples.length === 0) return null
  const pictures = examples.slice(0, maxExamples).map(({ fileId, name, space }, at) => ({
    fileId,
    label: t('example', { number: at + 1, name: space }),
    title: name,
  }))
  return (
    <div className={`${styles['examples']} margin-top-10`}>
      <PictureChoices title={t('examples')} pictures={pictures} onChoose={onFile} />
    </div>
  )
}
